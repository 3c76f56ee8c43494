import { expect, test } from 'vitest'
import { choosable, databaseOrder, lastPart, replicaBadge, shortRegion } from './replica-list.js'

test('the primary is first, and replicas follow by age', () => {
  const replica = (identifier: string, inserted_at: string) =>
    ({
      identifier,
      type: 'READ_REPLICA',
      region: 'eu-west-1',
      status: 'ACTIVE_HEALTHY',
      inserted_at,
    }) as const
  const primary = { ...replica('a', '2026-03-01'), type: 'PRIMARY' } as const
  const list = [replica('c', '2026-02-01'), replica('d', '2026-01-01'), replica('b', '2026-02-01'), primary]
  expect(databaseOrder(list).map(({ identifier }) => identifier)).toEqual(['a', 'd', 'b', 'c'])
})

test.each([
  ['ap-southeast-1', 'Singapore'],
  ['sa-east-1', 'São Paulo'],
  ['local', 'local'],
])('the short name of %s is %s', (code, name) => expect(shortRegion(code)).toBe(name))

test('the last part of an id', () => expect(lastPart('shop-rr-eu-west-1-a1b2c3')).toBe('a1b2c3'))

test.each([
  ['COMING_UP', 'coming-up', 'coming-up'],
  ['INIT_READ_REPLICA', 'coming-up', 'coming-up'],
  ['INIT_READ_REPLICA_FAILED', 'init-failed', 'unhealthy'],
  ['INIT_FAILED', 'init-failed', 'unhealthy'],
  ['GOING_DOWN', 'going-down', 'unhealthy'],
  ['RESTARTING', 'restarting', 'unhealthy'],
  ['RESIZING', 'restarting', 'unhealthy'],
  ['ACTIVE_HEALTHY', 'healthy', null],
  ['ACTIVE_UNHEALTHY', 'unhealthy', 'unhealthy'],
  ['SOMETHING_NEW', 'unhealthy', 'unhealthy'],
] as const)('%s is shown as %s, and chosen or not', (status, badge, why) => {
  expect(replicaBadge(status)).toBe(badge)
  expect(choosable(status)).toEqual(why === null ? { type: 'yes' } : { type: 'no', why })
})
