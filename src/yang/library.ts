/** What a device says it runs: the modules of its yang-library. */
export interface Library {
  readonly modules: readonly LibraryModule[]
}

export interface LibraryModule {
  readonly name: string
  /** Undefined for a module without a revision. */
  readonly revision: string | undefined
  /** False for a module that only lends its types and groupings to others. */
  readonly isImplemented: boolean
  /** The features that the device supports. */
  readonly features: readonly string[]
  readonly submodules?: readonly { readonly name: string; readonly revision: string | undefined }[]
}

/** A module's or submodule's text, and what to call it until its own name is read. */
export interface ModuleText {
  readonly name: string
  readonly text: string
}
