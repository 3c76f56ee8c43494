/**
 * PostgreSQL's long names of types by their short ones, which grids and drawings have room for.
 * @rule structure.type-label  @spec §4
 */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^bigint\b/, 'int8'],
  [/^integer\b/, 'int4'],
  [/^smallint\b/, 'int2'],
  [/^double precision\b/, 'float8'],
  [/^real\b/, 'float4'],
  [/^boolean\b/, 'bool'],
  [/^character varying/, 'varchar'],
  [/^character\b(?!\s+varying)/, 'char'],
  [/^bit varying/, 'varbit'],
  [/^(timestamp|time)(\(\d\))? with time zone/, '$1tz$2'],
  [/^(timestamp|time)(\(\d\))? without time zone/, '$1$2'],
]

/**
 * The short name of a type, as results have it: `timestamp(3) with time zone[]` is `timestamptz(3)[]`.
 * @rule structure.type-label  @spec §4
 * @param name as PostgreSQL's `format_type` writes it; other names stay as they are
 */
export function typeLabel(name: string): string {
  const known = SHORT.find(([long]) => long.test(name))
  return known ? name.replace(...known) : name
}
