/** A list that is written as it is read, batch by batch. */
export type Batches = AsyncIterable<unknown[]>

const isBatches = (value: unknown): value is Batches =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** Pretty-printed JSON in pieces: of a list, or of an object of which some members are lists. */
export async function* writeJson(value: Batches | Record<string, unknown>): AsyncGenerator<string> {
  if (isBatches(value)) yield* writeList(value, '')
  else yield* writeObject(value)
  yield '\n'
}

async function* writeObject(members: Record<string, unknown>): AsyncGenerator<string> {
  let before = '{\n  '
  for (const [name, value] of Object.entries(members)) {
    yield `${before}${JSON.stringify(name)}: `
    if (isBatches(value)) yield* writeList(value, '  ')
    else yield indented(value, '  ')
    before = ',\n  '
  }
  yield '\n}'
}

async function* writeList(batches: Batches, indent: string): AsyncGenerator<string> {
  let isEmpty = true
  for await (const batch of batches) {
    const items = batch.map((item) => `${indent}  ${indented(item, `${indent}  `)}`)
    if (items.length === 0) continue
    yield `${isEmpty ? '[' : ','}\n${items.join(',\n')}`
    isEmpty = false
  }
  yield isEmpty ? '[]' : `\n${indent}]`
}

const indented = (value: unknown, indent: string) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
