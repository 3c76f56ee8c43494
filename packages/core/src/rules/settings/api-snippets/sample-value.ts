/**
 * A value that a column or an argument takes, for an example.
 * @rule api.sample-value  @spec §2
 */

/** What JSON can hold; an empty list and an empty object are the only composite ones. */
export type SampleValue = string | number | boolean | readonly never[] | Readonly<Record<string, never>>

export function sampleValue({
  type,
  category,
  labels = null,
}: {
  type: string
  category: string
  labels?: readonly string[] | null
}): SampleValue {
  const [first] = labels ?? []
  if (first !== undefined) return first
  if (/^jsonb?$/.test(type)) return {}
  const known = BY_TYPE.find(([pattern]) => pattern.test(type))
  if (known) return known[1]
  return BY_CATEGORY[category] ?? 'text'
}

const BY_TYPE: readonly (readonly [RegExp, SampleValue])[] = [
  [/\[\]$/, []],
  [/^uuid$/, '00000000-0000-0000-0000-000000000000'],
  [/^date$/, '2026-01-31'],
  [/^time\b/, '12:00:00'],
  [/^bytea$/, '\\x00'],
]

/** By PostgreSQL's categories of types. */
const BY_CATEGORY: Readonly<Record<string, SampleValue>> = {
  A: [],
  B: true,
  C: {},
  D: '2026-01-31T12:00:00Z',
  I: '192.0.2.1',
  N: 1,
  T: '1 hour',
}
