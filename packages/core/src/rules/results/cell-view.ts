/**
 * How the panel shows one value: NULL as a word, an object as JSON over several lines without a digit changed, a text as
 * it is or as Markdown, bytes as hexadecimal digits, and at first only the beginning of a long value.
 * @rule results.cell-view  @spec §2, §6 (cell viewer)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { valueType } from '../../sql/types.js'
import { readableCell } from './readable-cell.js'

/** How a value is shown: as it is, or as the Markdown that it holds. */
export type CellView = 'view' | 'markdown'

/** One value, ready to be shown. `text` is empty for NULL. */
export interface ShownValue {
  /** `json` can be folded, `bytes` is a table of hexadecimal digits. */
  kind: 'null' | 'json' | 'bytes' | 'text'
  text: string
  /** Whether `text` is only the beginning of what there is to show. */
  isPart: boolean
  /** Markdown is offered for texts only. */
  views: readonly CellView[]
  /** How long the stored value is; absent where a length says nothing, or only the server knows it. */
  length?: { count: number; unit: 'characters' | 'bytes' }
}

const VIEW_ONLY = ['view'] as const
const BOTH = ['view', 'markdown'] as const
/** Characters; longer JSON is shown as it is stored. */
export const FORMATTED_LENGTH = 1_000_000
/** Characters of a value that are shown at first. More would block the page while the browser lays them out. */
export const SHOWN_LENGTH = 100_000
/** So many fit into the default width of the panel. */
const BYTES_OF_A_LINE = 8
const SHOWN_BYTES = 16_384

/** What is known of a value beside its text. */
export interface CellFacts {
  /** PostgreSQL's name of its type. */
  type: string
  /** The server sent its beginning only. */
  isCut: boolean
  /** The reader wants all of it. */
  showsAll: boolean
}

/** How one value is shown. JSON is laid out over several lines up to `FORMATTED_LENGTH` characters, and when it is whole. */
export function shownValue(cell: Cell, { type, isCut, showsAll }: CellFacts): ShownValue {
  if (cell === null) return { kind: 'null', text: '', isPart: false, views: VIEW_ONLY }
  if (type === 'bytea' && cell.startsWith(HEX_PREFIX)) {
    const count = (cell.length - HEX_PREFIX.length) >> 1
    const isPart = count > SHOWN_BYTES && !showsAll
    return {
      kind: 'bytes',
      text: hexLines(cell, isPart ? SHOWN_BYTES : count),
      isPart,
      views: VIEW_ONLY,
      ...(!isCut && { length: { count, unit: 'bytes' } }),
    }
  }
  const { sort } = valueType(type)
  const hasLines = sort === 'json' && !isCut && cell.length <= FORMATTED_LENGTH
  const text: string = hasLines ? formattedJson(cell) : (readableCell(cell, type) ?? '')
  const isPart = text.length > SHOWN_LENGTH && !showsAll
  return {
    kind: hasLines && !isPart ? 'json' : 'text',
    text: isPart ? beginningOf(text) : text,
    isPart,
    views: sort === 'text' ? BOTH : VIEW_ONLY,
    ...(!isCut &&
      (sort === 'text' || sort === 'json') && { length: { count: characters(cell), unit: 'characters' } }),
  }
}

/** A character of two units is not broken apart. */
function beginningOf(text: string): string {
  const isBroken = /[\uD800-\uDBFF]/.test(text.charAt(SHOWN_LENGTH - 1))
  return text.slice(0, isBroken ? SHOWN_LENGTH - 1 : SHOWN_LENGTH)
}

/** As PostgreSQL's `length` counts them. */
function characters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count--
  return count
}

const HEX_PREFIX = '\\x'

/** Lines of an offset, bytes in hexadecimal digits, and the characters of ASCII among them. */
function hexLines(cell: string, count: number): string {
  const lines: string[] = []
  for (let from = 0; from < count; from += BYTES_OF_A_LINE) {
    const pairs: string[] = []
    let ascii = ''
    for (let at = from; at < Math.min(count, from + BYTES_OF_A_LINE); at++) {
      const start = HEX_PREFIX.length + at * 2
      const pair = cell.slice(start, start + 2)
      const code = Number.parseInt(pair, 16)
      pairs.push(pair)
      ascii += code >= 32 && code < 127 ? String.fromCharCode(code) : '.'
    }
    const offset = from.toString(16).padStart(8, '0')
    lines.push(`${offset}  ${pairs.join(' ').padEnd(BYTES_OF_A_LINE * 3 - 1)}  ${ascii}`)
  }
  return lines.join('\n')
}

/** Only whitespace between tokens changes; strings and numbers keep their spelling. */
export function formattedJson(json: string): string {
  let text = ''
  let depth = 0
  const newLine = () => `\n${'  '.repeat(depth)}`
  for (const [part] of json.matchAll(PARTS)) {
    if (part === '{' || part === '[') {
      depth++
      text += part + newLine()
    } else if (part === '}' || part === ']') {
      depth--
      text =
        text.endsWith(`\n${'  '.repeat(depth + 1)}`) && isOpening(text.trimEnd().at(-1))
          ? text.trimEnd() + part
          : text + newLine() + part
    } else if (part === ',') text += part + newLine()
    else if (part === ':') text += ': '
    else text += part
  }
  return text
}

const PARTS = /"(?:[^"\\]|\\[^])*"|[{}[\],:]|[^\s{}[\],:"]+/g

function isOpening(sign: string | undefined): boolean {
  return sign === '{' || sign === '['
}
