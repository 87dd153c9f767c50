/** Exits with a readable message, because a stack trace would not help the person who runs the program. */
export async function failPlainly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
