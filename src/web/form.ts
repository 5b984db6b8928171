import type { Context } from 'hono'
import { type FormOutcome, readFormBody } from './form/form-body.ts'
import type { Scope } from './scope.ts'

/** The form in the body. Whoever asks twice gets the same answer: a body can be read once. */
export function readForm(c: Context<Scope>): Promise<FormOutcome> {
  const form = c.get('form') ?? readFormBody(c.req.raw, c.env.stopping)
  c.set('form', form)
  return form
}
