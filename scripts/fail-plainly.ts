/** Ends the program with one readable message instead of a stack that means nothing to who runs it. */
export async function failPlainly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
