// The lines of an axis: a few round amounts up to the largest one.
import { ticks, tickStep } from 'd3-array'

const LINES = 2

/** From 0 to at least `largest`, evenly. @param base amounts are multiples of powers of this: 10, or 1024 for bytes */
export function axisTicks(largest: number, base: number): number[] {
  if (!(largest > 0)) return [0]
  const unit = base === 10 ? 1 : base ** Math.max(0, Math.floor(Math.log(largest) / Math.log(base)))
  const lines = ticks(0, largest / unit, LINES)
  const [first = 0, second = largest / unit] = lines
  const last = lines.at(-1) ?? 0
  const all = last * unit < largest ? [...lines, last + (second - first)] : lines
  return all.map((line) => line * unit)
}

/** Lines from at most `least`, which is below 0, to at least `largest`, evenly; one of them is 0. */
export function ticksFromBelow(least: number, largest: number): number[] {
  const high = Math.max(0, largest)
  const step = tickStep(least, high, LINES)
  const first = Math.floor(least / step)
  const count = Math.ceil(high / step) - first + 1
  return Array.from({ length: count }, (_, at) => (first + at) * step)
}
