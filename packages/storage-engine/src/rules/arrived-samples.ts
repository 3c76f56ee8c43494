/**
 * Which parts of what a server has are compared with the chosen file before an upload goes on: two files may have the same name,
 * size and time. All of the last 8 MiB, where an interruption leaves its traces, and a sample of what is before.
 * @rule storage.arrived-samples  @spec §9
 */

/** A part from its first byte up to one that is no part of it. */
export interface Part {
  start: number
  end: number
}

const KiB = 1024
const PART_BYTES = 64 * KiB
const LAST_BYTES = 8 * 1024 * KiB
/** Parts of the sample. */
const SAMPLE = 32

/** The parts to compare, in order, each of at most 64 KiB. @param arrivedBytes what the server has */
export function arrivedSamples(arrivedBytes: number): Part[] {
  const last = Math.max(0, arrivedBytes - LAST_BYTES)
  const stride = Math.max(PART_BYTES, Math.ceil(last / SAMPLE))
  return [...partsOf(0, last, stride), ...partsOf(last, arrivedBytes, PART_BYTES)]
}

function partsOf(from: number, to: number, stride: number): Part[] {
  return Array.from({ length: Math.ceil((to - from) / stride) }, (_, index) => {
    const start = from + index * stride
    return { start, end: Math.min(start + PART_BYTES, to) }
  })
}
