/**
 * What the tray of uploads says of all files together: how many are under way, how far they are, and how long it takes.
 * @rule storage.upload-tray  @spec §3, §4
 */
import {
  awaitsServer,
  largestUnit,
  overallPercentage,
  progressOf,
  type LargestUnit,
  type UploadState,
} from '@basedeck/storage-engine/rules'

/** What is under way, and how far. */
export interface TraySummary {
  running: number
  waiting: number
  paused: number
  done: number
  failed: number
  cancelled: number
  /** 0 to 1, of the files that were not cancelled. */
  fraction: number
  /** Null: it can't be told. */
  remaining: LargestUnit | null
  /** Something runs, and all of that waits for the server. */
  awaitsServer: boolean
}

/**
 * How many uploads are in each state, and how far all of them are together.
 * @param sizes bytes of each file, in the order of the states
 */
export function traySummary(
  states: readonly UploadState[],
  sizes: readonly number[],
  nowMs: number,
): TraySummary {
  const counts = { running: 0, waiting: 0, paused: 0, done: 0, failed: 0, cancelled: 0 }
  const fractions: number[] = []
  let speed = 0
  let left = 0
  let awaiting = 0
  for (const [at, state] of states.entries()) {
    const size = sizes[at] ?? 0
    counts[state.status === 'uploading' ? 'running' : state.status] += 1
    if (state.status === 'cancelled') continue
    if (state.status === 'uploading') {
      const progress = progressOf(state.run, nowMs)
      fractions.push(progress.percentage)
      speed += progress.uploadSpeed
      if (awaitsServer(state.run, nowMs)) awaiting += 1
      left += progress.remainingBytes
    } else {
      const sent = 'sentBytes' in state ? state.sentBytes : 0
      fractions.push(state.status === 'done' || state.status === 'failed' ? 1 : size > 0 ? sent / size : 0)
      if (state.status === 'waiting') left += size - sent
    }
  }
  return {
    ...counts,
    fraction: overallPercentage(fractions),
    // Without speed it is no finite number.
    remaining: largestUnit(left / speed),
    awaitsServer: awaiting > 0 && awaiting === counts.running,
  }
}

/** The state of a file in the tray. `refused`: it was chosen, and is not uploaded. */
export type TrayStatus = UploadState['status'] | 'interrupted' | 'refused'

/** What is looked for first comes first: what runs, then what needs somebody, then what waits, then what is over. */
const PLACE: Record<TrayStatus, number> = {
  uploading: 0,
  failed: 1,
  interrupted: 1,
  refused: 1,
  paused: 2,
  waiting: 3,
  cancelled: 4,
  done: 5,
}

/** The order of the files in the tray; among equals, that in which they were added. */
export function trayOrder<Entry>(entries: readonly Entry[], statusOf: (entry: Entry) => TrayStatus): Entry[] {
  return entries.toSorted((one, other) => PLACE[statusOf(one)] - PLACE[statusOf(other)])
}

const OPEN: ReadonlySet<UploadState['status']> = new Set(['uploading', 'waiting', 'paused'])

/** The uploads that were added together with one that is under way: earlier ones say nothing of how far it is. */
export function openBatches<Upload extends { batch: number; state: UploadState }>(
  uploads: readonly Upload[],
): Upload[] {
  const open = new Set(uploads.filter(({ state }) => OPEN.has(state.status)).map(({ batch }) => batch))
  return uploads.filter(({ batch }) => open.has(batch))
}
