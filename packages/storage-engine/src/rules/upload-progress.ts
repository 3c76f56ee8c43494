/**
 * How far an upload is: its share, its speed since the start of this run, and the time that is left.
 * @rule storage.upload-progress  @spec §3
 */

import type { UploadFailure } from './upload-outcome.js'

/** The state of one file of an upload. */
export type UploadState =
  | { status: 'waiting' | 'paused'; sentBytes: number }
  | { status: 'uploading'; run: UploadRun }
  | { status: 'done' }
  | { status: 'cancelled' }
  | { status: 'failed'; failure: UploadFailure }

/** One run of an upload: it begins where the run before stopped. */
export interface UploadRun {
  totalBytes: number
  sentBytes: number
  /** Bytes that were there when this run began. */
  startedBytes: number
  /** Milliseconds since 1970. */
  startedAtMs: number
  /** When the server last took bytes; its start, when it has taken none. */
  progressAtMs: number
  /** Its last request failed, and is sent again soon. */
  isInterrupted: boolean
}

/** Milliseconds without progress after which an upload waits for its server. */
export const STALLED_MS = 5000

/** Whether a run makes no progress because the server takes no bytes. */
export function awaitsServer(
  { sentBytes, totalBytes, progressAtMs, isInterrupted }: UploadRun,
  nowMs: number,
): boolean {
  return isInterrupted || (sentBytes < totalBytes && nowMs - progressAtMs >= STALLED_MS)
}

/** How far an upload is. */
export interface UploadProgress {
  /** 0 to 1. */
  percentage: number
  /** Seconds of this run. */
  elapsed: number
  /** Bytes a second in this run. */
  uploadSpeed: number
  remainingBytes: number
  /** Seconds; absent while it can't be told. */
  remainingTime?: number
}

/** How far a run is. An empty file is complete. One that waits for its server has no speed. */
export function progressOf(run: UploadRun, nowMs: number): UploadProgress {
  const { totalBytes, sentBytes, startedBytes, startedAtMs } = run
  const elapsed = Math.max(0, nowMs - startedAtMs) / 1000
  const isMoving = elapsed > 0 && !awaitsServer(run, nowMs)
  const uploadSpeed = isMoving ? Math.max(0, sentBytes - startedBytes) / elapsed : 0
  const remainingBytes = Math.max(0, totalBytes - sentBytes)
  const remainingTime = remainingBytes === 0 ? 0 : remainingBytes / uploadSpeed
  return {
    percentage: totalBytes > 0 ? Math.min(1, sentBytes / totalBytes) : 1,
    elapsed,
    uploadSpeed,
    remainingBytes,
    ...(Number.isFinite(remainingTime) ? { remainingTime } : {}),
  }
}

/** The mean of the shares; 0 without any. */
export function overallPercentage(percentages: readonly number[]): number {
  if (percentages.length === 0) return 0
  return percentages.reduce((sum, each) => sum + each, 0) / percentages.length
}

/** Days, hours, minutes or seconds. */
export interface LargestUnit {
  amount: number
  unit: 'd' | 'h' | 'm' | 's'
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const

/** A time in its largest unit alone, cut off; null when it is not finite. */
export function largestUnit(seconds: number | undefined): LargestUnit | null {
  if (seconds === undefined || !Number.isFinite(seconds)) return null
  const found = UNITS.find(([, length]) => seconds >= length)
  return found
    ? { amount: Math.floor(seconds / found[1]), unit: found[0] }
    : { amount: Math.floor(seconds), unit: 's' }
}
