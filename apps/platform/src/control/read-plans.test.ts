import { COMPUTE_ADDON } from '@basedeck/core/rules'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DEFAULT_PLANS, memoryOfVariant } from './plans.js'
import { readPlans } from './read-plans.js'

const folder = mkdtempSync(join(tmpdir(), 'plans-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(content: unknown): string {
  const path = join(folder, 'plans.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function compute(meta: unknown) {
  const variant = { identifier: 'one', name: 'One', price: 1, meta }
  return { addons: [{ type: COMPUTE_ADDON, name: 'Compute', variants: [variant] }] }
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
  [
    { addons: [{ type: 'disk', name: 'Disk', variants: [{ identifier: 'one', name: 'One', price: 1 }] }] },
    'addons.0.type',
  ],
])('%j is refused with its path', (content, path) => {
  expect(() => readPlans(file(content))).toThrow(path)
})

test.each([undefined, {}, { memory_gb: '4' }, { memory_gb: null }, { memory_gb: 0.24 }, { memory_gb: 1025 }])(
  'a size of compute with %j is refused with what it must state',
  (meta) => {
    expect(() => readPlans(file(compute(meta)))).toThrow(
      'addons.0.variants.0.meta: a size of compute_instance states its memory as "meta": { "memory_gb": … }, a number from 0.25 to 1024',
    )
  },
)

test('a size of compute states its memory, and may state more', () => {
  const [addon] = readPlans(file(compute({ memory_gb: 0.5, cores: 2 }))).addons
  expect(memoryOfVariant(addon?.variants[0])).toBe(512 * 1024 ** 2)
  expect(addon?.variants[0]?.meta).toEqual({ memory_gb: 0.5, cores: 2 })
  expect(
    DEFAULT_PLANS.addons.find(({ type }) => type === COMPUTE_ADDON)?.variants.map(memoryOfVariant),
  ).toEqual([1, 2, 4, 8].map((gb) => gb * 1024 ** 3))
  expect(memoryOfVariant(undefined)).toBeUndefined()
})

test('a missing file is named', () => {
  expect(() => readPlans('/nowhere/plans.json')).toThrow('/nowhere/plans.json')
})
