import { describe, expect, test } from 'vitest'
import { noPoolerReason, poolerNumber, type PooledProject } from './pooler-settings.js'

const none = { pgbouncer_status: 'DISABLED', pgbouncer_installed: true } as const
const paid: PooledProject = {
  isPlatform: true,
  engine: 'cluster',
  status: 'ACTIVE_HEALTHY',
  plan: 'pro',
  config: { pgbouncer_status: 'ENABLED', pgbouncer_installed: true },
}

describe('whether a project has a pooler', () => {
  test.each<[Partial<PooledProject>, ReturnType<typeof noPoolerReason>]>([
    [{}, null],
    [{ config: { pgbouncer_status: 'COMING_UP', pgbouncer_installed: true } }, null],
    [{ isPlatform: false }, 'self-hosted'],
    [{ config: { ...none, pgbouncer_installed: false } }, 'not-installed'],
    [{ config: { ...none, pgbouncer_installed: false }, plan: 'free', engine: 'pglite' }, 'not-installed'],
    [{ config: none, engine: 'pglite' }, 'engine'],
    [{ config: none, engine: 'postgres', plan: 'free' }, 'engine'],
    [{ config: none, plan: 'free' }, 'free-plan'],
    [{ config: none, plan: 'free', status: 'INACTIVE' }, 'free-plan'],
    [{ config: none, status: 'INACTIVE' }, 'not-active'],
    [{ config: none, status: 'RESTORING' }, 'not-active'],
    [{ config: none }, 'soon'],
  ])('%j: %s', (changes, reason) => {
    expect(noPoolerReason({ ...paid, ...changes })).toBe(reason)
  })
})

describe('numbers', () => {
  test.each([
    ['1', 1],
    ['90', 90],
    [' 15 ', 15],
    ['015', 15],
    ['0', null],
    ['91', null],
    ['-1', null],
    ['1.5', null],
    ['1e1', null],
    ['0x10', null],
    ['', null],
    ['  ', null],
    ['ten', null],
    ['٣', null],
    ['99999999999999999999', null],
  ])('%j: %s', (text, value) => {
    expect(poolerNumber(text, 90)).toBe(value)
  })
})
