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

/** How far a run is. An empty file is complete. */
export function progressOf(
  { totalBytes, sentBytes, startedBytes, startedAtMs }: UploadRun,
  nowMs: number,
): UploadProgress {
  const elapsed = Math.max(0, nowMs - startedAtMs) / 1000
  const uploadSpeed = elapsed > 0 ? Math.max(0, sentBytes - startedBytes) / elapsed : 0
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
