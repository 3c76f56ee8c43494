/**
 * Lines that wait for the thread that stores them, in bounded number and size. What does not fit is dropped and counted, and
 * the gap becomes a line. No project can fill the room of the others.
 */
import type { SentLine } from './log-line.js'
import { sizeOf } from './sent-line.js'

export interface WaitingLines {
  /** False: it was dropped. @param now milliseconds since 1970 */
  add(line: SentLine, now: number): boolean
  /** Lines that were taken are lost: their gap is told too. @param now milliseconds since 1970 */
  lost(lines: readonly SentLine[], now: number): void
  /** The oldest lines, and before them one for each gap. Nothing is kept of them. */
  take(most: number): SentLine[]
  readonly count: number
}

export interface WaitingLimits {
  lines: number
  characters: number
}

/** About 30 MB at the most. */
export const WAITING_LIMITS: WaitingLimits = { lines: 50_000, characters: 16 * 1024 * 1024 }
/** Of a project, and of the lines that belong to none. */
const LARGEST_SHARE = 0.5

interface Share {
  lines: number
  characters: number
}

/** Lines that were dropped. Times are milliseconds since 1970, of the first and of the last of them. */
export interface Gap {
  count: number
  from: number
  to: number
}

/** Why lines are missing. */
export type GapReason = 'too many came at once' | 'the disk was full' | 'they could not be stored'

export function createWaitingLines(limits: WaitingLimits = WAITING_LIMITS): WaitingLines {
  let lines: SentLine[] = []
  const all: Share = { lines: 0, characters: 0 }
  const shares = new Map<string, Share>()
  const gaps = new Map<string, Gap & { reason: GapReason }>()

  const isFull = (share: Share, size: number, part: number) =>
    share.lines >= limits.lines * part || share.characters + size > limits.characters * part

  function miss(project: string, now: number, reason: GapReason): void {
    const { count, from } = gaps.get(project) ?? { count: 0, from: now }
    gaps.set(project, { count: count + 1, from, to: now, reason })
  }

  return {
    lost(lines, now) {
      for (const [, project] of lines) miss(project, now, 'they could not be stored')
    },
    add(line, now) {
      const size = sizeOf(line)
      const project = line[1]
      const share = shares.get(project) ?? { lines: 0, characters: 0 }
      if (isFull(all, size, 1) || isFull(share, size, LARGEST_SHARE)) {
        miss(project, now, 'too many came at once')
        return false
      }
      shares.set(project, share)
      for (const one of [all, share]) {
        one.lines += 1
        one.characters += size
      }
      lines.push(line)
      return true
    },
    take(most) {
      const told = [...gaps].map(([project, gap]) => gapLine(project, gap, gap.reason))
      gaps.clear()
      const taken = lines.slice(0, most)
      lines = lines.slice(most)
      for (const line of taken) {
        const size = sizeOf(line)
        const share = shares.get(line[1])
        for (const one of share ? [all, share] : [all]) {
          one.lines -= 1
          one.characters -= size
        }
        if (share?.lines === 0) shares.delete(line[1])
      }
      return [...told, ...taken]
    },
    get count() {
      return lines.length
    },
  }
}

/** What the log of a project says about lines that are missing in it. */
export function gapLine(project: string, { count, from, to }: Gap, reason: GapReason): SentLine {
  const message = `${count} ${count === 1 ? 'line was' : 'lines were'} not kept: ${reason}`
  const fields = { dropped: count, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  return [to, project, 'log', 'warn', '', message, JSON.stringify(fields)]
}
