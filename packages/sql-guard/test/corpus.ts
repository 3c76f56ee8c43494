/** The statements that the repository ships as examples of SQL as people write it. */
import { readdirSync, readFileSync } from 'node:fs'
import { piecesOf } from '../src/pieces.js'

const folder = new URL('./corpus/', import.meta.url)

/** Each file as it is. */
export const CORPUS_FILES: readonly { name: string; sql: string }[] = readdirSync(folder)
  .sort()
  .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }))

/** Each statement by itself. */
export const CORPUS: readonly string[] = CORPUS_FILES.flatMap(({ sql }) =>
  Array.from(piecesOf(sql), ({ start, end }) => sql.slice(start, end)),
)
