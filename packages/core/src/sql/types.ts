/** How values of PostgreSQL's types are aligned, formatted and exported. The only list of types. */

export interface ValueType {
  /** The kind of values; `other`: shown as PostgreSQL writes them. */
  sort: 'number' | 'text' | 'boolean' | 'json' | 'other'
  align: 'left' | 'right'
  /** Shown in the code font. */
  isCode: boolean
  /**
   * How a value is written where values have types (JSON, SQL):
   * - `number`: bare where it is one of JSON and SQL, else quoted (NaN)
   * - `boolean`: true or false
   * - `json`: bare in JSON, quoted in SQL
   * - `quoted`: as a text
   */
  exported: 'number' | 'boolean' | 'json' | 'quoted'
}

const NUMBER: ValueType = { sort: 'number', align: 'right', isCode: true, exported: 'number' }
/** Its sign and its separators are the server's. */
const MONEY: ValueType = { ...NUMBER, exported: 'quoted' }
const TEXT: ValueType = { sort: 'text', align: 'left', isCode: false, exported: 'quoted' }
const BOOLEAN: ValueType = { sort: 'boolean', align: 'left', isCode: false, exported: 'boolean' }
const JSON_VALUE: ValueType = { sort: 'json', align: 'left', isCode: true, exported: 'json' }
const OTHER: ValueType = { sort: 'other', align: 'left', isCode: true, exported: 'quoted' }

const TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['int2', NUMBER],
  ['int4', NUMBER],
  ['int8', NUMBER],
  ['numeric', NUMBER],
  ['float4', NUMBER],
  ['float8', NUMBER],
  ['oid', NUMBER],
  ['money', MONEY],
  ['text', TEXT],
  ['varchar', TEXT],
  ['bpchar', TEXT],
  ['name', TEXT],
  ['citext', TEXT],
  ['bool', BOOLEAN],
  ['json', JSON_VALUE],
  ['jsonb', JSON_VALUE],
])

/**
 * How the values of a type are aligned, shown and exported.
 * @param name as in a result: `int8`, `timestamptz`, `int4[]`; unknown ones are allowed
 */
export function valueType(name: string): ValueType {
  return TYPES.get(name) ?? OTHER
}

const WITHOUT_EQUALITY = new Set(
  'json xml point line lseg box path polygon circle jsonpath pg_snapshot txid_snapshot refcursor int2vector cid aclitem'.split(
    ' ',
  ),
)

/** Whether `=` compares values of the type for what they are. */
export function hasEquality(name: string): boolean {
  return !WITHOUT_EQUALITY.has(name.replace(/(\[\])+$/, ''))
}

/** Whether ORDER BY and `<` work for a type of PostgreSQL's own. */
export function hasOrder(name: string): boolean {
  return hasEquality(name) && name.replace(/(\[\])+$/, '') !== 'xid'
}

const OBJECT_NAMES = new Set(
  'regclass regtype regproc regprocedure regoper regoperator regrole regnamespace regconfig regdictionary regcollation'.split(
    ' ',
  ),
)

/** Whether values name objects of the catalogue. PostgreSQL compares them as numbers, and reads a text beside `=` as one. */
export function namesObject(name: string): boolean {
  return OBJECT_NAMES.has(name)
}
