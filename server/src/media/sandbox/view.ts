/** What a command may see of the file system, besides the programs of the system. */
export type View = {
  /** Read and written, and where the command starts. */
  work?: string | undefined
  /** Only read. */
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
