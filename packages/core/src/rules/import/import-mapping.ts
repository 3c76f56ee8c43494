/**
 * Which column of a table each column of a file goes into: by its name as it is, then in any case, then without spaces and
 * signs. What is missing or taken twice is told before an import begins.
 * @rule import.mapping  @spec §4
 */

/** A column of a table, as far as an import depends on it. */
export interface ImportColumn {
  name: string
  type: string
  /** It needs a value, and has no default. */
  isRequired: boolean
  /** Its values are computed; nothing can be imported into it. */
  isGenerated: boolean
  /** An empty text is a value of its type. */
  takesEmpty?: boolean
}

/** Types of a new table's column for which an empty text is a value. */
const KEEPS_EMPTY = new Set('text varchar bpchar name bytea varbit xml tsvector tsquery'.split(' '))

/** Whether an empty text is a value of a type, by its short name; of others it can only be NULL. */
export function isEmptyKept(type: string): boolean {
  return KEEPS_EMPTY.has(type)
}

/** What prevents an import. */
export type MappingProblem =
  | { reason: 'nothing' }
  | { reason: 'twice'; column: string }
  | { reason: 'required'; columns: string[] }

const COMPARED: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toLowerCase(),
  (name) =>
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
]

/** The name of a table's column for each name of a file; null: none fits. No column is taken twice. */
export function mappedColumns(names: readonly string[], columns: readonly ImportColumn[]): (string | null)[] {
  const free = new Set(columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name))
  const found = names.map((): string | null => null)
  for (const compared of COMPARED)
    for (const [at, name] of names.entries()) {
      if (found[at] !== null) continue
      const wanted = compared(name.trim())
      const match = [...free].find((column) => wanted !== '' && compared(column) === wanted)
      if (match === undefined) continue
      found[at] = match
      free.delete(match)
    }
  return found
}

/** The first thing that prevents the import; null: nothing does. */
export function mappingProblem(
  mapping: readonly (string | null)[],
  columns: readonly ImportColumn[],
): MappingProblem | null {
  const taken = mapping.filter((column) => column !== null)
  if (taken.length === 0) return { reason: 'nothing' }
  const twice = taken.find((column, at) => taken.indexOf(column) !== at)
  if (twice !== undefined) return { reason: 'twice', column: twice }
  const required = columns.filter(({ name, isRequired }) => isRequired && !taken.includes(name))
  return required.length > 0 ? { reason: 'required', columns: required.map(({ name }) => name) } : null
}

const MAX_NAME_BYTES = 63

/** Names for the columns of a new table: those of the file, cut to PostgreSQL's length, made distinct. */
export function newColumnNames(names: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken)
  return names.map((given, at) => {
    const base = cutName(given.replaceAll('\0', '').trim() || `column_${at + 1}`)
    let name = base
    for (let number = 2; used.has(name); number += 1) name = cutName(base, `_${number}`)
    used.add(name)
    return name
  })
}

/** A name for the table of a file. */
export function newTableName(fileName: string): string {
  return cutName(
    fileName
      .replace(/\.[^.]*$/, '')
      .replaceAll('\0', '')
      .trim() || 'import',
  )
}

function cutName(name: string, end = ''): string {
  const encoder = new TextEncoder()
  let cut = ''
  let bytes = encoder.encode(end).length
  for (const character of name) {
    bytes += encoder.encode(character).length
    if (bytes > MAX_NAME_BYTES) break
    cut += character
  }
  return cut + end
}
