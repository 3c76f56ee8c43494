/**
 * Copied cells, and how they come back unchanged: beside the plain text the clipboard carries an HTML table, which
 * spreadsheets read, and in it the values themselves, in which NULL is not the empty text and a line break is no new row.
 * @rule grid.cell-block  @spec §4
 */
import { valueType } from '../../sql/types.js'
import { blockText, type CellBlock } from './grid-range.js'
import { pastedCells } from './pasted-cells.js'

/** Cells of a larger block are copied as plain text alone: an HTML table of them would stop the page. */
export const EXACT_CELLS = 100_000
/** The same, by the characters of the plain text. */
export const EXACT_CHARACTERS = 5_000_000

const ATTRIBUTE = 'data-basedeck-cells'
/** Excel keeps such a cell as a text, also where it reads like a number. */
const AS_TEXT = ` style="mso-number-format:'\\@';white-space:pre-wrap"`
const SAME_CELL_BREAK = '<br style="mso-data-placement:same-cell">'

/** Whether a block can be copied so that it comes back unchanged. */
export function isExact(block: CellBlock, text: string): boolean {
  return block.length * (block[0]?.length ?? 0) <= EXACT_CELLS && text.length <= EXACT_CHARACTERS
}

/**
 * What a block loses that is copied as plain text alone and pasted into a grid: `nulls` become empty texts, and the
 * `borders` of a single value, which is copied without quotes, are its own tabs and line breaks. Null: nothing.
 */
export function lossAsText(block: CellBlock): 'nulls' | 'borders' | null {
  if (block.some((row) => row.includes(null))) return 'nulls'
  const [only] = block.length === 1 && block[0]?.length === 1 ? block[0] : []
  return only && /^"|[\t\n\r]/.test(only) ? 'borders' : null
}

/**
 * A block as an HTML table that carries the values.
 * @param types PostgreSQL's name of each column's type */
export function blockHtml(block: CellBlock, types: readonly (string | undefined)[]): string {
  const styles = types.map((type) => (valueType(type ?? 'text').sort === 'text' ? AS_TEXT : ''))
  const rows = block.map(
    (row) =>
      `<tr>${row.map((cell, at) => `<td${styles[at] ?? ''}>${markup(cell ?? '')}</td>`).join('')}</tr>`,
  )
  const values = asciiJson(block).replaceAll('"', '&quot;')
  return `<table ${ATTRIBUTE}="${values}"><tbody>${rows.join('')}</tbody></table>`
}

/**
 * The cells of a clipboard.
 * @param html as `blockHtml` made it, perhaps rewritten by the browser; one that does not say what the text says is passed
 * over
 * @returns the block with what it came from: values of a grid, in which an empty text is one, or plain text
 */
export function clipboardBlock(text: string, html = ''): { cells: CellBlock; isExact: boolean } {
  const own = ownBlock(html)
  if (own && sameLineEnds(blockText(own)) === sameLineEnds(text)) return { cells: own, isExact: true }
  return { cells: pastedCells(text), isExact: false }
}

/** Repeats the block to fill a selection, if the selection's height and width are multiples of the block's. Otherwise the block. */
export function tiledBlock(block: CellBlock, rows: number, columns: number): CellBlock {
  const height = block.length
  const width = Math.max(...block.map((row) => row.length))
  const isRegular = block.every((row) => row.length === width)
  if (!isRegular || rows % height !== 0 || columns % width !== 0) return block
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => block[row % height]?.[column % width] ?? null),
  )
}

function ownBlock(html: string): CellBlock | null {
  const found = new RegExp(`${ATTRIBUTE}="([^"]*)"`).exec(html)?.[1]
  if (found === undefined) return null
  try {
    const read: unknown = JSON.parse(found.replaceAll('&quot;', '"'))
    return isBlock(read) ? read : null
  } catch {
    return null
  }
}

function isBlock(read: unknown): read is CellBlock {
  const isCell = (cell: unknown) => cell === null || typeof cell === 'string'
  const isRow = (row: unknown) => Array.isArray(row) && row.length > 0 && row.every(isCell)
  return Array.isArray(read) && read.length > 0 && read.every(isRow)
}

/** No browser rewrites these characters. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]|[<>&']/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function markup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r\n|\r|\n/g, SAME_CELL_BREAK)
}

/** Some systems change line ends of a plain text on its way. */
function sameLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
