declare module 'yang-parser' {
  export interface YangStatement {
    readonly prf: string
    readonly kw: string
    /** False for none. */
    readonly arg: string | false
    readonly substmts: readonly YangStatement[]
  }
  export function parse(text: string): YangStatement
}
