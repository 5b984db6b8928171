/** One row of the table of settings: the help, the README and the checks are made of it. */
export interface Setting<Value> {
  readonly flag: string
  readonly variable: string
  /** What a value looks like, for the help. */
  readonly value: string
  readonly default?: string
  readonly isSwitch?: boolean
  readonly help: string
  /** Reads a value, or throws what is wrong with it. */
  readonly read: (text: string) => Value
}
