/**
 * How the panel shows one value: NULL as a word, an object as JSON over several lines without a digit changed, a text as
 * it is or as Markdown.
 * @rule results.cell-view  @spec §2, §6 (cell viewer)
 */
import type { Cell } from '@basedeck/platform-client/contract'
import { valueType } from '../sql/types.js'

/** How a value is shown: as it is, or as the Markdown that it holds. */
export type CellView = 'view' | 'markdown'

/** One value, ready to be shown. `text` is empty for NULL. */
export interface ShownValue {
  kind: 'null' | 'json' | 'text'
  text: string
  /** Markdown is offered for texts only. */
  views: readonly CellView[]
}

const VIEW_ONLY = ['view'] as const
const BOTH = ['view', 'markdown'] as const
/** Characters; longer JSON is shown as it is stored. */
export const FORMATTED_LENGTH = 1_000_000

/**
 * How one value is shown. JSON is laid out over several lines up to `FORMATTED_LENGTH` characters, and when it is
 * whole.
 * @param type PostgreSQL's name of its type
 * @param isCut the server sent its beginning only
 */
export function shownValue(cell: Cell, type: string, isCut: boolean): ShownValue {
  if (cell === null) return { kind: 'null', text: '', views: VIEW_ONLY }
  const { sort } = valueType(type)
  if (sort === 'json') {
    const isWhole = !isCut && cell.length <= FORMATTED_LENGTH
    return { kind: 'json', text: isWhole ? formattedJson(cell) : cell, views: VIEW_ONLY }
  }
  return { kind: 'text', text: cell, views: sort === 'text' ? BOTH : VIEW_ONLY }
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
