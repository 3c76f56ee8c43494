import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ControlStatement } from '../control/control-database.js'
import { storagesToldBy } from '../control/storage-changes.js'
import { changeBucket, deleteBucketRow, insertBucket, LIST_BUCKETS, lockBucket } from './bucket-rows.js'
import { changesLists, createChangeReports } from './change-reports.js'
import {
  copyBelow,
  deleteAllObjects,
  deleteBelow,
  deleteObjectRows,
  insertObject,
  lockObject,
  moveBelow,
  moveObjectRow,
  readObject,
  touchObject,
  versionsBelow,
} from './object-rows.js'

const folder = { bucket: 'b', folder: 'x' }
const place = { bucket: 'b', name: 'x/a' }

test.each([
  insertBucket({ id: 'b', owner: null, public: false, file_size_limit: null, allowed_mime_types: null }),
  changeBucket('b', { public: true }),
  deleteBucketRow('b'),
  insertObject(
    { ...place, id: '1', owner: null, version: '2', metadata: {} as never, userMetadata: null },
    true,
  ),
  moveObjectRow(place, { bucket: 'b', name: 'y' }),
  moveBelow(folder, folder),
  copyBelow(folder, { ...folder, owner: null }, []),
  deleteObjectRows('b', ['x/a']),
  deleteAllObjects('b'),
  deleteBelow('b', 'x'),
])('a statement that changes what a list shows is reported: %j', (statement) => {
  expect(changesLists([lockBucket('b'), statement])).toBe(true)
})

test('what is read, locked or downloaded is not', () => {
  const statements = [
    LIST_BUCKETS,
    lockBucket('b'),
    readObject('b', 'x'),
    lockObject('b', 'x'),
    touchObject('1'),
  ]
  expect(changesLists([...statements, versionsBelow('b', 'x')])).toBe(false)
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first change is reported at once, those of the next two seconds together, each project by itself', async () => {
  const told: string[] = []
  const report = createChangeReports({
    async append(statements: readonly ControlStatement[]) {
      told.push(...storagesToldBy(statements))
      return { ok: true, rows: [] }
    },
  })
  report('a')
  expect(told).toEqual(['a'])
  report('a')
  report('a')
  report('b')
  await vi.advanceTimersByTimeAsync(1999)
  expect(told).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['a', 'b', 'a'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual(['a', 'b', 'a'])
  report('a')
  expect(told).toEqual(['a', 'b', 'a', 'a'])
})
