/**
 * Which column of a file can be the primary key of its table: one whose values are all there and all differ. One that is
 * called like a key, or is the first, is proposed; else the table gets an identity.
 * @rule import.key  @spec §4
 */
import type { ImportType } from '@basedeck/platform-client/contract'

const KEY_TYPES: ReadonlySet<ImportType> = new Set<ImportType>([
  'text',
  'varchar',
  'int2',
  'int4',
  'int8',
  'numeric',
  'uuid',
  'date',
  'timestamp',
  'timestamptz',
  'inet',
  'macaddr',
])
/** Types of the values that keys usually have. */
const USUAL_TYPES: ReadonlySet<ImportType> = new Set<ImportType>(['int2', 'int4', 'int8', 'uuid'])
const CALLED_KEY =
  /^(?:id|key|code|uuid|guid|nr|no|number|isbn|sku|iban)$|[ _-](?:id|key|code|uuid|guid|nr|no|number)$|[a-z]I[dD]$/i

/**
 * The numbers of the columns that can be the key.
 * @param rows a sample; with fewer than two nothing is known
 */
export function keyCandidates(rows: readonly (readonly string[])[], types: readonly ImportType[]): number[] {
  if (rows.length < 2) return []
  return types.flatMap((type, at) => {
    if (!KEY_TYPES.has(type)) return []
    const values = rows.map((row) => row[at] ?? '')
    return !values.includes('') && new Set(values).size === values.length ? [at] : []
  })
}

/** The candidate that is proposed. Undefined: none, the table gets an identity. */
export function proposedKey(
  candidates: readonly number[],
  { names, types }: { names: readonly string[]; types: readonly ImportType[] },
): number | undefined {
  const isCalled = (at: number) => CALLED_KEY.test((names[at] ?? '').trim())
  return (
    candidates.find((at) => names[at]?.trim().toLowerCase() === 'id') ??
    candidates.find((at) => isCalled(at) && at === 0) ??
    candidates.find((at) => isCalled(at) && USUAL_TYPES.has(types[at] ?? 'text')) ??
    candidates.find((at) => types[at] === 'uuid')
  )
}
