/** The files that a command can see, besides the programs of the system. */
export interface View {
  /** The working directory, readable and writable. */
  work?: string | undefined
  /** Files that are only read. */
  inputs: readonly string[]
}

/** A command that is prepared to run in its view. */
export interface Entry {
  command: string[]
  /** Open files that it gets as descriptors 3 and up. */
  files: number[]
  /** Must be called when the command has ended. */
  leave(): Promise<void>
}
