/**
 * Numbers of lines in the order in which they were stored, by which a drain knows what it has sent. They are microseconds since
 * 1970 where the clock allows, and grow also when it is set back.
 */
import type { LineFile } from './line-file.js'
import type { StoredLine } from './stored-line.js'

const MICROS = 1000
const LAST = 'select coalesce(max(seq), 0)::bigint as last from lines'
const QUESTION_MS = 10_000

export interface LineNumbers {
  readonly isBegun: boolean
  /** Of the last line that is stored. */
  readonly last: number
  /** A number that an earlier process gave. */
  seen(number: number): void
  begin(): void
  /** The first of as many numbers. */
  take(count: number): number
  /** The lines whose numbers were taken last are stored. */
  stored(lines: readonly Pick<StoredLine, 'project'>[]): void
  lastOf(project: string): number
}

export function createLineNumbers(now: () => number): LineNumbers {
  let isBegun = false
  let taken = 0
  let last = 0
  let first = 0
  const byProject = new Map<string, number>()
  return {
    get isBegun() {
      return isBegun
    },
    get last() {
      return last
    },
    seen(number) {
      taken = Math.max(taken, number)
      last = taken
    },
    begin() {
      isBegun = true
    },
    take(count) {
      first = Math.max(taken + 1, Math.trunc(now()) * MICROS)
      taken = first + count - 1
      return first
    },
    stored(lines) {
      for (const [at, { project }] of lines.entries()) byProject.set(project, first + at)
      last = taken
    },
    lastOf: (project) => byProject.get(project) ?? 0,
  }
}

/** 0: its lines have no numbers. */
export async function lastNumberIn(file: LineFile): Promise<number> {
  if (!file.isNumbered()) return 0
  const [row] = await file.ask({ sql: LAST, values: [] }, QUESTION_MS)
  return Number(row?.['last'] ?? 0)
}
