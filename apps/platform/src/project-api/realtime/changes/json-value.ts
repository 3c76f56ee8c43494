/** A value of a row, as the text that PostgreSQL sent, becomes the JSON that PostgreSQL would make of it. SERVICES §3.4 */

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid'])
/** `1e5`, `-0.25`; NaN and infinities are texts. */
const FINITE = /^-?\d/

export interface ValueType {
  /** `_int4` is an array. */
  type: string
  /** Of an array, of its elements; of a domain, of what it is made of. */
  base: string
}

/** @returns text of JSON; large numbers keep all their digits */
export function jsonOf(text: string | null, { type, base }: ValueType): string {
  if (text === null) return 'null'
  // A domain over an array is written as a text.
  if (type.startsWith('_') && base !== type) return arrayJson(text, base) ?? JSON.stringify(text)
  return scalarJson(text, base)
}

function scalarJson(text: string, type: string): string {
  if (NUMBERS.has(type)) return FINITE.test(text) && !text.includes('n') ? text : JSON.stringify(text)
  if (type === 'bool') return text === 't' ? 'true' : 'false'
  if (type === 'json' || type === 'jsonb') return text
  if (type === 'timestamp') return JSON.stringify(text.replace(' ', 'T'))
  if (type === 'timestamptz') return JSON.stringify(withMinutes(text.replace(' ', 'T')))
  return JSON.stringify(text)
}

/** JSON has the minutes of an offset too: `+00` is `+00:00`. */
const withMinutes = (text: string): string => text.replace(/([+-]\d\d)$/, '$1:00')

/** Undefined: it is no array as PostgreSQL writes it. */
function arrayJson(text: string, element: string): string | undefined {
  // Bounds that don't begin at 1 are written before it, and are no part of JSON.
  const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0
  const separator = element === 'box' ? ';' : ','
  let json = ''
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '{') json += '['
    else if (character === '}') json += ']'
    else if (character === separator) json += ','
    else if (character === '"') {
      let value = ''
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\') at++
        value += text[at] ?? ''
      }
      json += scalarJson(value, element)
    } else {
      let end = at
      while (end < text.length && text[end] !== separator && text[end] !== '}') end++
      const value = text.slice(at, end)
      json += value === 'NULL' ? 'null' : scalarJson(value, element)
      at = end - 1
    }
  }
  return json.startsWith('[') ? json : undefined
}
