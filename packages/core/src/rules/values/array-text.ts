/**
 * The text of a PostgreSQL array, taken apart: its elements from the first to the last, and how many there are in each
 * dimension.
 * @rule results.array-text  @spec §2 (results grid)
 */
import type { Cell } from '@basedeck/platform-client/contract'

export interface ArrayParts {
  elements: readonly Cell[]
  /** How many elements each dimension has; empty: the array is. */
  sizes: readonly number[]
  /** The number of the first element in each dimension. */
  firsts: readonly number[]
}

const BOUNDS = /^((?:\[-?\d+:-?\d+\])+)=/
const ELEMENT = /"((?:[^"\\]|\\[^])*)"|((?:[^\\{},"]|\\[^])+)/y

/** Undefined: it is no array as PostgreSQL writes it, with commas. */
export function arrayIn(text: string): ArrayParts | undefined {
  const bounds = BOUNDS.exec(text)
  const elements: Cell[] = []
  const sizes: number[] = []
  /** How many parts the open braces have. */
  const open: number[] = []
  let at = bounds?.[0].length ?? 0
  while (at < text.length) {
    const sign = text[at]
    if (sign === '{') open.push(0)
    else if (sign === '}') {
      const count = open.pop()
      if (count === undefined) return undefined
      sizes[open.length] ??= count
      if (open.length > 0) open[open.length - 1] = (open.at(-1) ?? 0) + 1
    } else if (sign !== ',') {
      ELEMENT.lastIndex = at
      const [whole, quoted, bare] = ELEMENT.exec(text) ?? []
      if (whole === undefined || open.length === 0) return undefined
      elements.push(bare === 'NULL' ? null : unescaped(quoted ?? bare ?? ''))
      open[open.length - 1] = (open.at(-1) ?? 0) + 1
      at += whole.length
      continue
    }
    at++
  }
  if (open.length > 0 || sizes.length === 0) return undefined
  const firsts = Array.from(bounds?.[1]?.matchAll(/\[(-?\d+):/g) ?? [], ([, first]) => Number(first))
  if (elements.length === 0) return { elements, sizes: [], firsts: [] }
  return { elements, sizes, firsts: sizes.map((_, dimension) => firsts[dimension] ?? 1) }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([^])/g, '$1')
}
