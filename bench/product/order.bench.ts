/** Ordering the rows of a result on the device by the order of their type, against ordering as many by a number. */
import { rowSetOf } from '../../packages/core/src/sql/row-set.js'
import { orderedRows } from '../../packages/core/src/rules/results/result-rows.js'
import { timed, type BenchResult } from '../bench-result.js'

const ROWS = 100_000
const RUNS = 9

const two = (number: number) => String(number % 60).padStart(2, '0')

/** A value of each type for a number. */
const VALUES: Readonly<Record<string, (number: number) => string>> = {
  interval: (n) => `${n % 12} mons ${n % 31} days ${two(n)}:${two(n >> 3)}:${two(n >> 7)}.${n}`,
  timestamptz: (n) =>
    `${1900 + (n % 200)}-${two((n % 12) + 1)}-${two((n % 28) + 1)} ${two(n % 24)}:${two(n)}:${two(n >> 5)}+02`,
  money: (n) => `$${(n / 100).toFixed(2)}`,
  inet: (n) => `10.${n & 255}.${(n >> 8) & 255}.1/${8 + (n % 24)}`,
  int4range: (n) => `[${n},${n + 5})`,
  text: (n) => `Name ${n}`,
}

export async function run(): Promise<BenchResult[]> {
  const numbers = Array.from({ length: ROWS }, (_, at) => (at * 7_919) % 999_983)
  const floor = await orderingMs('int8', numbers.map(String))
  const results: BenchResult[] = []
  for (const [type, valueOf] of Object.entries(VALUES))
    results.push({
      name: `order of 100,000 rows by ${type}`,
      value: await orderingMs(type, numbers.map(valueOf)),
      unit: 'ms',
      floor,
      floorName: 'by int8',
    })
  return results
}

function orderingMs(type: string, cells: readonly string[]): Promise<number> {
  const rows = rowSetOf(cells.map((cell) => [cell]))
  const wanted = { sort: [{ column: 0, descending: false }], tests: [], types: [type] }
  return timed(RUNS, async () => {
    const work = orderedRows(rows, wanted)
    while (!work.next().done);
  })
}
