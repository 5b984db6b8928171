import type { Condition } from './model.ts'
import { argumentOf, type Module, type Statement } from './statement.ts'

/** A `must`, a `when` or a leafref's `path`, for a node of this module. */
export function readCondition(statement: Statement, module: Module, isAboutParent = false): Condition {
  return {
    text: statement.argument,
    prefixes: statement.source.prefixes,
    module: module.name,
    isAboutParent,
    errorMessage: argumentOf(statement, 'error-message'),
    errorAppTag: argumentOf(statement, 'error-app-tag'),
  }
}
