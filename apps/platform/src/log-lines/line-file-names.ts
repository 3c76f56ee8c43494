/** Names of the files that hold lines, and which of them go. One file a day; a day with much to say has several. */

const FORM = /^(\d{4}-\d{2}-\d{2})\.(\d{1,4})\.duckdb(?:\.damaged)?$/
const DAY_MS = 24 * 60 * 60_000

export interface LineFileName {
  name: string
  /** `2026-11-27`, UTC. */
  day: string
  /** From 1. */
  part: number
  isDamaged: boolean
}

/** Undefined: the file holds no lines. */
export function readFileName(name: string): LineFileName | undefined {
  const [, day, part] = FORM.exec(name) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined
  return { name, day, part: Number(part), isDamaged: name.endsWith('.damaged') }
}

export function fileName(day: string, part: number): string {
  return `${day}.${part}.duckdb`
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Negative: `a` is older. */
export function byAge(a: LineFileName, b: LineFileName): number {
  return a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1
}

export interface SizedFile extends LineFileName {
  bytes: number
}

/**
 * The files that are removed: those older than the days that are kept, and the oldest ones until the rest fits.
 * @param now milliseconds since 1970
 */
export function filesToRemove(
  files: readonly SizedFile[],
  { now, days, bytes }: { now: number; days: number; bytes: number },
): SizedFile[] {
  const firstDay = dayOf(now - (days - 1) * DAY_MS)
  let total = files.reduce((sum, file) => sum + file.bytes, 0)
  return [...files].sort(byAge).filter((file) => {
    const goes = file.day < firstDay || total > bytes
    if (goes) total -= file.bytes
    return goes
  })
}

/** Milliseconds: a line is stored after it happened, so the file of a day may hold lines of the evening before. */
const LATE_MS = 10 * 60_000

/** Whether a file may hold lines between two moments. */
export function mayHold(
  { day }: LineFileName,
  { from, to }: { from?: number | undefined; to?: number | undefined },
) {
  return (from === undefined || day >= dayOf(from)) && (to === undefined || day <= dayOf(to + LATE_MS))
}
