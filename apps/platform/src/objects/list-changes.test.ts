import { expect, test } from 'vitest'
import { changeBucket, deleteBucketRow, insertBucket, bucketsOf, lockBucket } from './bucket-rows.js'
import { changesLists } from './list-changes.js'
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
const location = { bucket: 'b', name: 'x/a' }

test.each([
  insertBucket({ id: 'b', owner: null, public: false, file_size_limit: null, allowed_mime_types: null }),
  changeBucket('b', { public: true }),
  deleteBucketRow('b'),
  insertObject(
    { ...location, id: '1', owner: null, version: '2', metadata: {} as never, userMetadata: null },
    true,
  ),
  moveObjectRow(location, { bucket: 'b', name: 'y' }),
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
    bucketsOf({}),
    lockBucket('b'),
    readObject('b', 'x'),
    lockObject('b', 'x'),
    touchObject('1'),
  ]
  expect(changesLists([...statements, versionsBelow('b', 'x')])).toBe(false)
})
