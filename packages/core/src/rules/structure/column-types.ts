/**
 * PostgreSQL's common types: their other names, which are suggested while one types, and the usual defaults of each.
 * @rule structure.column-types  @spec §4
 */

/** A type that can be suggested. */
export interface SuggestedType {
  /** As PostgreSQL writes it. */
  name: string
  /** Its other names. */
  aliases: readonly string[]
}

/** The most used ones first. */
export const COLUMN_TYPES: readonly SuggestedType[] = [
  type('bigint', 'int8'),
  type('integer', 'int4', 'int'),
  type('text'),
  type('boolean', 'bool'),
  type('timestamp with time zone', 'timestamptz'),
  type('uuid'),
  type('jsonb'),
  type('numeric', 'decimal'),
  type('date'),
  type('smallint', 'int2'),
  type('character varying', 'varchar'),
  type('double precision', 'float8', 'float'),
  type('real', 'float4'),
  type('timestamp without time zone', 'timestamp'),
  type('time without time zone', 'time'),
  type('time with time zone', 'timetz'),
  type('interval'),
  type('json'),
  type('bytea'),
  type('character', 'char', 'bpchar'),
  type('inet'),
  type('cidr'),
  type('macaddr'),
  type('money'),
  type('bit'),
  type('bit varying', 'varbit'),
  type('point'),
  type('tsvector'),
  type('xml'),
  type('int4range'),
  type('int8range'),
  type('numrange'),
  type('daterange'),
  type('tstzrange'),
]

const BY_ALIAS: ReadonlyMap<string, string> = new Map(
  COLUMN_TYPES.flatMap(({ name, aliases }) => [name, ...aliases].map((alias) => [alias, name] as const)),
)

const SUGGESTIONS_MAX = 50

/**
 * Types whose name or alias contains the words, those that begin with them first.
 * @param others types of this database, such as its enumerated ones
 */
export function suggestedTypes(words: string, others: readonly string[] = []): SuggestedType[] {
  const all = [...COLUMN_TYPES, ...others.map((name) => type(name))]
  const wanted = words.trim().toLowerCase()
  const ranked = all.flatMap((one) => {
    const names = [one.name, ...one.aliases].map((name) => name.toLowerCase())
    if (names.includes(wanted)) return [{ one, rank: 0 }]
    if (names.some((name) => name.startsWith(wanted))) return [{ one, rank: 1 }]
    return names.some((name) => name.includes(wanted)) ? [{ one, rank: 2 }] : []
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ one }) => one)
}

/** A type as PostgreSQL writes it, so that two spellings of it compare equal: `VARCHAR( 20 )` is `character varying(20)`. */
export function canonicalType(typed: string): string {
  // A quoted name differs in case, and in its blanks.
  if (typed.includes('"')) return typed.trim()
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  const parts = /^([^([\]]*)(\([^)]*\))?([^([\]]*)((?:\[\s*\d*\s*\]\s*)*)$/.exec(text)
  const [base = '', modifier = '', rest = '', array = ''] = (parts ?? []).slice(1).map((part) => part?.trim())
  if (base === '') return text
  const between = modifier.replace(/\s/g, '')
  const dimensions = array.includes('[') ? '[]' : ''
  // `timestamp(3) with time zone`: the modifier is inside of the name.
  const whole = `${base} ${rest}`.trim()
  const name = BY_ALIAS.get(whole) ?? whole
  const zone = / with(out)? time zone$/.exec(name)?.[0] ?? ''
  if (zone !== '') return `${name.slice(0, -zone.length)}${between}${zone}${dimensions}`
  return `${name}${between}${dimensions}`
}

/** Whether two spellings mean one type, as far as its names tell. */
export function isSameType(one: string, other: string): boolean {
  return canonicalType(one) === canonicalType(other)
}

/** Whether a column of the type can be an identity column. */
export function mayBeIdentity(typed: string): boolean {
  return ['bigint', 'integer', 'smallint'].includes(canonicalType(typed))
}

const DEFAULTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    bigint: ['0', '1'],
    integer: ['0', '1'],
    smallint: ['0', '1'],
    numeric: ['0'],
    'double precision': ['0'],
    real: ['0'],
    boolean: ['false', 'true'],
    text: [`''`],
    'character varying': [`''`],
    uuid: ['gen_random_uuid()'],
    json: [`'{}'`, `'[]'`],
    jsonb: [`'{}'`, `'[]'`],
    date: ['current_date'],
    'timestamp with time zone': ['now()'],
    'timestamp without time zone': ['now()', `(now() at time zone 'utc')`],
    'time without time zone': ['localtime'],
    'time with time zone': ['current_time'],
    interval: [`'1 day'`],
  }),
)

/** The usual defaults of a type. */
export function suggestedDefaults(typed: string): readonly string[] {
  const name = canonicalType(typed)
  if (name.endsWith('[]')) return [`'{}'`]
  const base = name.replace(/\([^)]*\)/, '')
  return DEFAULTS.get(base) ?? []
}

function type(name: string, ...aliases: string[]): SuggestedType {
  return { name, aliases }
}
