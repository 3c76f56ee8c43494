/** A project by URL is closed here when another process has ended it. */
import type { ProjectStatus } from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { ELSEWHERE, HERE, ada, addedRow, projectRow, setUpLife } from './testing/told-life.js'

test.each<[ProjectStatus, closes: boolean]>([
  ['PAUSING', true],
  ['INACTIVE', true],
  ['RESTORING', true],
  ['GOING_DOWN', true],
  ['ACTIVE_HEALTHY', false],
  ['ACTIVE_UNHEALTHY', false],
  ['COMING_UP', false],
  ['INIT_FAILED', false],
])('%s there: closed here: %s', async (status, closes) => {
  const { life, registry } = setUpLife([addedRow({ status })])
  await life.changedElsewhere('shop')
  expect(registry.ended).toEqual(closes ? [{ id: 'shop', engine: 'postgres' }] : [])
  await life.close()
})

test('one that was deleted there is closed', async () => {
  const { life, registry } = setUpLife([])
  await life.changedElsewhere('shop')
  expect(registry.ended).toEqual([{ id: 'shop', engine: 'postgres' }])
  await life.close()
})

test.each([HERE, ELSEWHERE])('one with files is left to its holder: %s', async (holder) => {
  const { life, registry } = setUpLife([projectRow({ status: 'INACTIVE', installation_id: holder })])
  await life.changedElsewhere('shop')
  expect(registry.log).toEqual([])
  await life.close()
})

const URL_SECRET = { secrets: { 'shop database_url': 'postgresql://me:hush@db.example.org/shop' } }

test('what this process changes itself is not ended beneath it', async () => {
  const { life, registry } = setUpLife([addedRow({ status: 'INACTIVE' })], URL_SECRET)
  registry.hold()
  await life.resume('shop', ada)
  await life.changedElsewhere('shop')
  registry.release()
  await life.settled()
  expect(registry.log).toEqual(['stop shop', 'open shop'])
  await life.close()
})

test('nor when it begins to while the row is read', async () => {
  const { life, registry, deps } = setUpLife([addedRow({ status: 'INACTIVE' })], URL_SECRET)
  registry.hold()
  const read = deps.control.selectOften
  deps.control.selectOften = async (...asked) => {
    deps.control.selectOften = read
    const rows = await read<never>(...asked)
    await life.resume('shop', ada)
    return rows
  }
  await life.changedElsewhere('shop')
  registry.release()
  await life.settled()
  expect(registry.log).toEqual(['stop shop', 'open shop'])
  await life.close()
})

test('a platform that stops leaves it alone', async () => {
  const { life, registry } = setUpLife([addedRow({ status: 'INACTIVE' })])
  await life.close()
  await life.changedElsewhere('shop')
  expect(registry.log).toEqual([])
})
