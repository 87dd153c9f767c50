/** What a command may see of the file system, besides the programs of the system. */
export type View = {
  /** The working directory, readable and writable. */
  work?: string | undefined
  /** Files that are only read. */
  inputs: readonly string[]
}

/** A command that is ready to run within its view. */
export type Entry = {
  command: string[]
  /** Open files that it gets after its input, output and errors. */
  files: number[]
  /** To be called when it has ended. */
  leave(): Promise<void>
}
