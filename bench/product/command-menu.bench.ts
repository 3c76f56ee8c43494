/** The command menu with 50,000 entries: what a keystroke costs, the first one after the menu came too. */
import { commandSearch } from '../../packages/core/src/rules/shell/command-search.js'
import { percentile, type BenchResult } from '../bench-result.js'

const ENTRIES = 50_000
const WORDS = [
  'orders',
  'users',
  'invoice',
  'audit',
  'log',
  'session',
  'project',
  'item',
  'event',
  'customer',
]
const TYPED = [
  'orders of user 4',
  'audit log',
  'usr',
  'schema 12 item',
  'zzz',
  'e',
  'public invoice event 49',
]
const ROUNDS = 5

export function run(): Promise<BenchResult[]> {
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const word = (step: number) => WORDS[(index * step) % WORDS.length] ?? ''
    return `${word(1)}_${word(7)}_${index} Table of schema_${index % 40}`
  })
  const keystrokes: number[] = []
  const floors: number[] = []
  let prepared = 0
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const search = commandSearch(entries, (text) => text)
    prepared = performance.now() - start
    for (const text of TYPED) {
      for (let length = 1; length <= text.length; length++) {
        const query = text.slice(0, length)
        keystrokes.push(timeOf(() => search.find(query)))
        floors.push(timeOf(() => entries.filter((entry) => entry.includes(query))))
      }
    }
  }
  const floorName = 'one pass of includes()'
  return Promise.resolve([
    {
      name: '50,000 entries: a keystroke, p95',
      value: percentile(keystrokes, 0.95),
      unit: 'ms',
      floor: percentile(floors, 0.95),
      floorName,
      budget: 16,
    },
    {
      name: '50,000 entries: the longest keystroke',
      value: percentile(keystrokes, 1),
      unit: 'ms',
      floor: percentile(floors, 1),
      floorName,
      budget: 16,
    },
    { name: '50,000 entries: the list is prepared', value: prepared, unit: 'ms' },
  ])
}

function timeOf(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
