// Loaded into the program first: at every start, each unfinished upload loses its second half.
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(process.env.DATA_DIR ?? '', 'uploads')
const names = existsSync(folder) ? readdirSync(folder) : []
for (const name of names) {
  const path = join(folder, name)
  const { size } = statSync(path)
  if (!name.endsWith('.json')) truncateSync(path, Math.floor(size / 2))
}
