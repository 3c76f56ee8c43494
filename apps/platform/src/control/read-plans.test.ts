import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DEFAULT_PLANS } from './plans.js'
import { readPlans } from './read-plans.js'

const folder = mkdtempSync(join(tmpdir(), 'plans-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(content: unknown): string {
  const path = join(folder, 'plans.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('without a file the built-in plans hold, and an empty file changes nothing', () => {
  expect(readPlans(undefined)).toBe(DEFAULT_PLANS)
  expect(readPlans(file({}))).toEqual(DEFAULT_PLANS)
})

test('prices, limits and add-ons are replaced one by one; a plan may be not offered', () => {
  const { prices, metrics, addons } = readPlans(
    file({
      plans: {
        free: { limits: { DATABASE_SIZE: 1000, EGRESS: null } },
        pro: { price: 40 },
        team: { offered: false },
      },
      addons: [{ type: 'ipv4', name: 'Address', variants: [{ identifier: 'one', name: 'One', price: 2.5 }] }],
    }),
  )
  expect(prices).toEqual([
    ['free', 0],
    ['pro', 40],
    ['enterprise', null],
  ])
  const free = (name: string) => metrics.find(({ metric }) => metric === name)?.free.free
  expect([free('DATABASE_SIZE'), free('EGRESS'), free('STORAGE_SIZE')]).toEqual([1000, null, 1024 ** 3])
  expect(addons.map(({ type, variants }) => [type, variants.length])).toEqual([['ipv4', 1]])
})

test.each([
  ['{', 'can’t be read'],
  [{ plans: { gold: {} } }, 'plans.gold'],
  [{ plans: { free: { price: -1 } } }, 'plans.free.price'],
  [{ plans: { free: { limits: { DISK: 5 } } } }, 'plans.free.limits.DISK'],
  [{ addons: [{ type: 'ipv4', name: 'Address', variants: [] }] }, 'addons.0.variants'],
])('%j is refused with its place', (content, place) => {
  expect(() => readPlans(file(content))).toThrow(place)
})

test('a missing file is named', () => {
  expect(() => readPlans('/nowhere/plans.json')).toThrow('/nowhere/plans.json')
})
