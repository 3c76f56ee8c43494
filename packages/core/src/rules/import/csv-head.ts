/**
 * Whether the first record of a file names its columns: it is compared with the records below it, since texts above numbers
 * or dates are names, and numbers above numbers are not, unless they are years.
 * @rule import.csv-head  @spec §4
 */

import { MAX_FORMATTED } from './cell-format.js'

/** What was decided about the first record, and by what. */
export interface HeadDecision {
  isHead: boolean
  /**
   * `above-values`: it has texts above numbers, dates and the like; `years`: its numbers are years above other numbers;
   * `like-the-others`: its values are like those below; `repeated`: a value of it stands below again; `names`: all of it
   * could be names, and nothing speaks against it; `no-names`: a cell is empty, twice there, or looks like a value.
   */
  reason: 'above-values' | 'years' | 'like-the-others' | 'repeated' | 'names' | 'no-names'
}

const COMPARED_RECORDS = 100
const LOOKS_LIKE_DATA = /^[-+]?[\d.,]+$|^\d{4}-\d\d-\d\d|^(?:true|false|null)$/i

type Kind = 'empty' | 'number' | 'date' | 'boolean' | 'id' | 'json' | 'text'

const KINDS: readonly [Kind, RegExp][] = [
  ['empty', /^(?:null|\\N)?$/i],
  [
    'number',
    /^[-+(]?[\p{Sc}]?\s?[-+]?(?:\d[\d.,'’\s\u00a0\u202f]*|\.\d+)(?:e[-+]?\d+)?\)?\s?(?:%|\p{Sc}|[A-Z]{3})?$/iu,
  ],
  ['date', /^\d{1,4}[-./]\s?\d{1,2}[-./]\s?\d{1,4}(?:\D.*)?$|^\d{1,2}:\d\d/],
  ['boolean', /^(?:true|false|yes|no|[tf])$/i],
  ['id', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['json', /^[{[].*[\]}]$/s],
]

/** Whether the first record is the head, and why. @param records the first ones of a file, as many as are at hand */
export function headOf([first = [], ...others]: readonly (readonly string[])[]): HeadDecision {
  const names = first.map((cell) => cell.trim())
  const below = others.slice(0, COMPARED_RECORDS)
  const hasYears = areYears(names)
  let votes = 0
  let years = 0
  let repeated = 0
  for (const [at, name] of names.entries()) {
    const values = below.map((record) => (record[at] ?? '').trim())
    const kind = oneKind(values)
    const own = kindOf(name)
    if (own === 'text' && values.includes(name)) repeated += 1
    if (kind === undefined || own === 'empty') continue
    if (hasYears && isYear(name) && !values.every((value) => value === '' || isYear(value))) years += 1
    else if (kind !== 'text') votes += own === 'text' ? 1 : own === kind ? -1 : 0
  }
  if (votes > 0) return { isHead: true, reason: 'above-values' }
  if (votes < 0) return { isHead: false, reason: 'like-the-others' }
  if (years > 0) return { isHead: true, reason: 'years' }
  if (repeated > 0) return { isHead: false, reason: 'repeated' }
  const areNames =
    names.length > 0 &&
    names.every((name) => name !== '' && !LOOKS_LIKE_DATA.test(name)) &&
    new Set(names).size === names.length
  return areNames ? { isHead: true, reason: 'names' } : { isHead: false, reason: 'no-names' }
}

function kindOf(value: string): Kind {
  // Long texts are no numbers or dates.
  if (value.length > MAX_FORMATTED) return 'text'
  // A date may be written as a number is, with points.
  if (/^\d{1,2}\.\d{1,2}\.\d{2,4}$|^\d{4}\.\d{1,2}\.\d{1,2}$/.test(value)) return 'date'
  return KINDS.find(([, pattern]) => pattern.test(value))?.[0] ?? 'text'
}

/** The kind of the values; empty ones don't count. Undefined: all are empty, or the kinds differ. */
function oneKind(values: readonly string[]): Kind | undefined {
  const kinds = new Set(values.map(kindOf).filter((kind) => kind !== 'empty'))
  return kinds.size === 1 ? [...kinds][0] : undefined
}

function isYear(value: string): boolean {
  return /^(?:1[89]|2[01])\d\d$/.test(value)
}

/** Its numbers are years, each one after the one before, or one alone. */
function areYears(names: readonly string[]): boolean {
  const numbers = names.filter((name) => kindOf(name) === 'number')
  if (numbers.length === 0 || !numbers.every(isYear)) return false
  const [one = 0, other = one + 1] = numbers.map(Number)
  const step = other - one
  return Math.abs(step) >= 1 && numbers.every((year, at) => Number(year) === one + at * step)
}

/** Names that a file does not give: the numbers of columns without one, from 1, and names that several columns have. */
export interface MissingNames {
  unnamed: number[]
  twice: string[]
}

/** What names are missing in the first record of a file. */
export function missingNames(names: readonly string[], columns: number): MissingNames {
  const given = Array.from({ length: columns }, (_, at) => names[at]?.trim() ?? '')
  return {
    unnamed: given.flatMap((name, at) => (name === '' ? [at + 1] : [])),
    twice: [...new Set(given.filter((name, at) => name !== '' && given.indexOf(name) !== at))],
  }
}
