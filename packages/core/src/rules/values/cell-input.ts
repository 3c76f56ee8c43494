/**
 * How a value of a column is typed, and what can be said of a typed value before PostgreSQL sees it. Only what is
 * certain is refused here; PostgreSQL decides about the rest.
 * @rule grid.cell-input  @spec §4
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { valueType } from '../../sql/types.js'
import { datePickerOf, type DatePicker } from './date-picker.js'

/** What a value is typed in. */
export type CellEditor =
  /** One of some values. */
  | { kind: 'choice'; values: readonly ChoiceValue[] }
  | { kind: 'line'; inputMode: 'text' | 'numeric' | 'decimal'; picker?: DatePicker }
  /** Several lines. */
  | { kind: 'lines' }

/** One of the values of a list. */
export interface ChoiceValue {
  value: string
  label: string
  /** What else may be typed to choose it. */
  words?: RegExp
}

/** Why a typed value can't be one of the column. */
export type InputProblem = 'choice' | 'integer' | 'range' | 'number' | 'uuid' | 'json' | 'bytea'

/** What is known of a column. */
export interface InputColumn {
  /** PostgreSQL's name of its type, of a domain its base: `int8`. */
  type: string
  enums: readonly string[] | null
}

const INTEGERS: Readonly<Record<string, bigint>> = { int2: 2n ** 15n, int4: 2n ** 31n, int8: 2n ** 63n }
const DECIMALS = new Set(['numeric', 'float4', 'float8'])
const LONG = new Set(['json', 'jsonb', 'xml', 'bytea', 'tsvector'])

/** PostgreSQL takes the beginning of a word, where it can be one word only. */
const TRUE = /^\s*(t|tr|tru|true|y|ye|yes|on|1)\s*$/i
const FALSE = /^\s*(f|fa|fal|fals|false|n|no|of|off|0)\s*$/i

/** The editor of a column. @param value as it is now; several lines need an editor of several lines */
export function cellEditor({ type, enums }: InputColumn, value: Cell): CellEditor {
  if (enums) return { kind: 'choice', values: enums.map((one) => ({ value: one, label: one })) }
  if (type === 'bool')
    return {
      kind: 'choice',
      values: [
        { value: 't', label: 'true', words: TRUE },
        { value: 'f', label: 'false', words: FALSE },
      ],
    }
  if (Object.hasOwn(INTEGERS, type)) return { kind: 'line', inputMode: 'numeric' }
  if (DECIMALS.has(type)) return { kind: 'line', inputMode: 'decimal' }
  const picker = datePickerOf(type)
  if (picker) return { kind: 'line', inputMode: 'text', picker }
  const isLong = value !== null && (value.length > 200 || /[\r\n]/.test(value))
  return LONG.has(type) || isLong ? { kind: 'lines' } : { kind: 'line', inputMode: 'text' }
}

/** Whether a value that is typed in it may have several lines: a text of one line may get a second one. */
export function takesLineBreaks(editor: CellEditor): boolean {
  if (editor.kind === 'line') return editor.inputMode === 'text' && editor.picker === undefined
  return editor.kind === 'lines'
}

/**
 * The value of a list that typed letters choose: one that is written so, else the first that begins so. NULL is chosen by
 * its word, after the values, and before their other words. Null: there is no such value.
 */
export function typedChoice(
  values: readonly ChoiceValue[],
  letters: string,
  canBeNull: boolean,
): { type: 'text'; text: string } | { type: 'null' } | null {
  if (letters === '') return null
  const lower = letters.toLowerCase()
  const found =
    values.find(({ label }) => label === letters) ??
    values.find(({ label }) => label.toLowerCase() === lower) ??
    values.find(({ label }) => label.startsWith(letters)) ??
    values.find(({ label }) => label.toLowerCase().startsWith(lower))
  if (!found && canBeNull && 'null'.startsWith(lower)) return { type: 'null' }
  const chosen = found ?? values.find(({ words }) => words?.test(letters))
  return chosen ? { type: 'text', text: chosen.value } : null
}

/** Whether an empty text is a value of the type; otherwise an emptied field means NULL. */
export function hasEmptyText(type: string): boolean {
  return valueType(type).sort === 'text' || type === 'bytea' || type === 'xml'
}

/** A pasted text as the column holds it: the words that PostgreSQL takes for a boolean are one of two values. */
export function typedAs(type: string, text: string): string {
  if (type !== 'bool') return text
  return TRUE.test(text) ? 't' : FALSE.test(text) ? 'f' : text
}

/** Why PostgreSQL would refuse the text, as far as that is certain; null: it may take it. */
export function inputProblem({ type, enums }: InputColumn, text: string): InputProblem | null {
  if (enums) return enums.includes(text) ? null : 'choice'
  if (type === 'bool') return TRUE.test(text) || FALSE.test(text) ? null : 'choice'
  // A type of one's own may be called as what every object has.
  const limit = Object.hasOwn(INTEGERS, type) ? INTEGERS[type] : undefined
  if (limit !== undefined) return integerProblem(text.trim(), limit)
  if (DECIMALS.has(type)) return isNumber(text.trim()) ? null : 'number'
  if (type === 'uuid') return UUID.test(text.trim()) ? null : 'uuid'
  if (type === 'json' || type === 'jsonb') return isJson(text) ? null : 'json'
  if (type === 'bytea' && text.startsWith('\\x')) return HEX.test(text) ? null : 'bytea'
  return null
}

/** PostgreSQL 16 and later also read hexadecimal, octal and binary numbers and underscores. */
function integerProblem(text: string, limit: bigint): InputProblem | null {
  if (/^[+-]?(0[xob]|\d+(_\d+)+$)/i.test(text)) return null
  if (!/^[+-]?\d+$/.test(text)) return 'integer'
  const value = BigInt(text)
  return value >= -limit && value < limit ? null : 'range'
}

function isNumber(text: string): boolean {
  return (
    /^[+-]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(e[+-]?\d+)?$/i.test(text) ||
    /^[+-]?0[xob][\da-f_]+$/i.test(text) ||
    /^([+-]?inf(inity)?|nan)$/i.test(text)
  )
}

const UUID = /^\{?([\da-f]{4}-?){7}[\da-f]{4}\}?$/i
const HEX = /^\\x(\s*[\da-f]{2})*\s*$/i

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
