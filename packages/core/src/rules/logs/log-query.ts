/**
 * The language in which lines are searched: words, "several words", `field:value`, `field:a,b` (one of them), `field:>500`,
 * `field:~part`, `field:*` (it is there), and `-` before any of them to leave out what fits.
 * @rule logs.query  @spec §2
 */
import type { LogLine, LogOperator, LogTerm } from '@basedeck/platform-client'

/** Why a part of a text is no condition; `text` is that part. */
export interface LogQueryProblem {
  reason: 'open-quote' | 'no-number' | 'too-many' | 'no-level'
  text: string
}

/** What a text asks for. Parts that are no conditions are left out of `terms`. */
export interface LogQuery {
  terms: LogTerm[]
  problems: LogQueryProblem[]
}

/** Conditions of a search. */
export const MOST_TERMS = 50
const MOST_VALUES = 50
const FIELD = /^(-?)([A-Za-z_][\w.@/-]{0,63}):/
/** Other names for the same field. */
const NAMES: Readonly<Record<string, string>> = { request: 'request_id', text: 'message' }
const SIGNS: readonly (readonly [string, LogOperator])[] = [
  ['>=', 'ge'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['~', 'has'],
]
const LEVELS: readonly LogLine['level'][] = ['debug', 'info', 'warn', 'error']
const BLANK = /\s/
/** Begins a value with a meaning of its own. */
const SIGNED = /^[><~]/

/** Reads a text of the search field. It never fails: what can't be read is told in `problems`. */
export function readLogQuery(text: string): LogQuery {
  const query: LogQuery = { terms: [], problems: [] }
  let at = 0
  while (at < text.length) {
    if (BLANK.test(text.charAt(at))) {
      at += 1
      continue
    }
    const read = readTerm(text, at)
    if (read.problem) query.problems.push({ reason: read.problem, text: text.slice(at, read.end) })
    if (read.term && query.terms.length < MOST_TERMS) query.terms.push(read.term)
    else if (read.term) query.problems.push({ reason: 'too-many', text: text.slice(at, read.end) })
    at = read.end
  }
  return query
}

interface ReadTerm {
  term?: LogTerm
  problem?: LogQueryProblem['reason']
  end: number
}

function readTerm(text: string, at: number): ReadTerm {
  const [whole, minus, field] = FIELD.exec(text.slice(at)) ?? []
  // An address is a word.
  const isField = whole !== undefined && field !== undefined && !text.startsWith('//', at + whole.length)
  return isField ? readField(text, at + whole.length, field, minus === '-') : readWord(text, at)
}

function readWord(text: string, at: number): ReadTerm {
  const not = text.charAt(at) === '-' && at + 1 < text.length && !BLANK.test(text.charAt(at + 1))
  const { value, end, isOpen } = readValue(text, not ? at + 1 : at, '')
  if (value === '') return { end }
  const term: LogTerm = { field: null, op: 'has', values: [value], not }
  return isOpen ? { term, problem: 'open-quote', end } : { term, end }
}

function readField(text: string, at: number, name: string, not: boolean): ReadTerm {
  const field = NAMES[name] ?? name
  const [sign = '', op = 'is'] = SIGNS.find(([sign]) => text.startsWith(sign, at)) ?? []
  const values: string[] = []
  let end = at + sign.length
  let isOpen = false
  let isQuoted = false
  for (;;) {
    const read = readValue(text, end, ',')
    values.push(read.value)
    isOpen ||= read.isOpen
    isQuoted ||= read.isQuoted
    end = read.end
    if (text.charAt(end) !== ',') break
    end += 1
  }
  if (values.length > MOST_VALUES) return { problem: 'too-many', end }
  if (!isQuoted && op === 'is' && values.every((value) => value === '*'))
    return { term: { field, op: 'any', values: [], not }, end }
  // While it is being typed, a field without a value asks for nothing yet.
  const given = isQuoted ? values : values.filter((value) => value !== '')
  if (given.length === 0) return { end }
  const isNumeric = op !== 'is' && op !== 'has'
  if (isNumeric && !given.every(isNumber)) return { problem: 'no-number', end }
  const term: LogTerm = { field, op, values: given, not }
  if (isOpen) return { term, problem: 'open-quote', end }
  // What is still being typed may become one.
  const isNoLevel =
    field === 'level' && op === 'is' && given.some((value) => !LEVELS.some((one) => one.startsWith(value)))
  return isNoLevel ? { term, problem: 'no-level', end } : { term, end }
}

interface ReadValue {
  value: string
  end: number
  isQuoted: boolean
  isOpen: boolean
}

/** A value in quotes, or up to a blank, or a comma where one stops it. */
function readValue(text: string, at: number, stop: '' | ','): ReadValue {
  if (text.charAt(at) !== '"') {
    const ends = stop === '' ? BLANK : /[\s,]/
    const length = text.slice(at).search(ends)
    const end = length === -1 ? text.length : at + length
    return { value: text.slice(at, end), end, isQuoted: false, isOpen: false }
  }
  let value = ''
  let end = at + 1
  while (end < text.length && text.charAt(end) !== '"') {
    if (text.charAt(end) === '\\' && end + 1 < text.length) end += 1
    value += text.charAt(end)
    end += 1
  }
  const isOpen = end >= text.length
  return { value, end: isOpen ? end : end + 1, isQuoted: true, isOpen }
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** The text that reads as these conditions. */
export function writeLogQuery(terms: readonly LogTerm[]): string {
  return terms.map(writeTerm).join(' ')
}

function writeTerm({ field, op, values, not }: LogTerm): string {
  const minus = not ? '-' : ''
  if (field === null) return `${minus}${writeWord(values[0] ?? '')}`
  if (op === 'any') return `${minus}${field}:*`
  const sign = SIGNS.find(([, one]) => one === op)?.[0] ?? ''
  return `${minus}${field}:${sign}${values.map(writeValue).join(',')}`
}

function writeWord(word: string): string {
  const isPlain = word !== '' && !/[\s"]/.test(word) && !word.startsWith('-') && !FIELD.test(word)
  return isPlain ? word : quoted(word)
}

function writeValue(value: string): string {
  const isPlain = value !== '' && value !== '*' && !/[\s",]/.test(value) && !SIGNED.test(value)
  return isPlain && !value.startsWith('//') ? value : quoted(value)
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}

/** The query with lines of this value alone, or without them. A condition that says the opposite goes. */
export function withValue(
  text: string,
  { field, value, not }: { field: string; value: string; not: boolean },
): string {
  const { terms } = readLogQuery(text)
  const isSame = (term: LogTerm) => term.field === field && term.op === 'is' && term.values.includes(value)
  const isOther = (term: LogTerm) => term.field === field && term.op === 'is' && !term.not && !not
  const others = terms.filter((term) => !isSame(term) && !isOther(term))
  const term: LogTerm =
    value === '' ? { field, op: 'any', values: [], not: !not } : { field, op: 'is', values: [value], not }
  return writeLogQuery([...others, term])
}

/** The query with one value of a field added to those that may be, or taken from them. */
export function withToggled(text: string, field: string, value: string): string {
  const { terms } = readLogQuery(text)
  const known = terms.find((term) => term.field === field && term.op === 'is' && !term.not)
  const others = terms.filter((term) => term !== known)
  const values = known?.values ?? []
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return writeLogQuery(
    next.length === 0 ? others : [...others, { field, op: 'is', values: next, not: false }],
  )
}

/** The values that a field may have; empty: any. */
export function chosenValues(text: string, field: string): readonly string[] {
  const { terms } = readLogQuery(text)
  return terms.find((term) => term.field === field && term.op === 'is' && !term.not)?.values ?? []
}
