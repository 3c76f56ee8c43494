/**
 * The text of a PostgreSQL range or multirange, taken apart into its bounds.
 * @rule results.range-text  @spec §2 (results grid)
 */

/** A bound; `text` null: there is none. */
export interface RangeBound {
  text: string | null
  isInclusive: boolean
}

export type RangeParts = { isEmpty: true } | { isEmpty: false; lower: RangeBound; upper: RangeBound }

const BOUND = String.raw`((?:"(?:[^"\\]|""|\\[^])*"|[^"\\,()[\]]|\\[^])*)`
const RANGE = new RegExp(String.raw`([[(])${BOUND},${BOUND}([\])])`, 'y')

/** Undefined: it is no range as PostgreSQL writes it. */
export function rangeIn(text: string): RangeParts | undefined {
  if (text === 'empty') return { isEmpty: true }
  const found = rangeAt(text, 0)
  return found && found.end === text.length ? found.range : undefined
}

/** The ranges of a multirange; undefined: it is none. */
export function rangesIn(text: string): RangeParts[] | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  const ranges: RangeParts[] = []
  for (let at = 1; at < text.length - 1;) {
    const found = rangeAt(text, at)
    if (!found) return undefined
    ranges.push(found.range)
    at = found.end + (text[found.end] === ',' ? 1 : 0)
  }
  return ranges
}

function rangeAt(text: string, start: number): { range: RangeParts; end: number } | undefined {
  RANGE.lastIndex = start
  const [whole, opening, lower = '', upper = '', closing] = RANGE.exec(text) ?? []
  if (whole === undefined) return undefined
  const range: RangeParts = {
    isEmpty: false,
    lower: { text: boundText(lower), isInclusive: opening === '[' },
    upper: { text: boundText(upper), isInclusive: closing === ']' },
  }
  return { range, end: start + whole.length }
}

/** Without any sign there is no bound; `""` is an empty text. */
function boundText(written: string): string | null {
  if (written === '') return null
  const inner = written.startsWith('"') ? written.slice(1, -1) : written
  return inner.replaceAll(/""|\\([^])/g, (_, escaped?: string) => escaped ?? '"')
}
