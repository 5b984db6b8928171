/** How long the user may let the session lie idle. */
export interface IdleChoice {
  /** 0 is the server's own limit. */
  readonly seconds: number
  readonly label: string
  readonly isChosen: boolean
}
