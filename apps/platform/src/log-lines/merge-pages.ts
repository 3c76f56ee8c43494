/** Joins what several processes found into one page. */
import type { FoundLine } from './log-line.js'

/**
 * The newest first. Lines of different processes may have the same id; a page never ends between two of them, so it may have
 * a few more lines than `limit`.
 */
export function mergedLines(pages: readonly (readonly FoundLine[])[], limit: number): FoundLine[] {
  const lines = pages.flat().sort((a, b) => byNumber(b.id, a.id))
  const last = lines[limit - 1]
  if (!last) return lines
  return lines.filter(({ id }, at) => at < limit || id === last.id)
}

/** Of numbers as texts. */
function byNumber(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}
