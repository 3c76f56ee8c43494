import { expect, test } from 'vitest'
import { compareVersions, migrationTime, nextMigrationVersion } from './migration-version.js'

const NOW = Date.parse('2026-01-02T03:04:05.678Z')

test.each<[string, string[], string]>([
  ['the time', [], '20260102030405'],
  ['the time, though older ones are there', ['20250102030405'], '20260102030405'],
  ['a second later than one of the same second', ['20260102030405'], '20260102030406'],
  ['after one from the future', ['20270102235959'], '20270103000000'],
  ['after one that is no time', ['99999999999998'], '99999999999999'],
  ['not after one that has another number of digits', ['999', '999999999999999999'], '20260102030405'],
])('the version of a new migration is %s', (_what, taken, version) => {
  expect(nextMigrationVersion(NOW, taken)).toBe(version)
})

test.each<[string, string | null]>([
  ['20260102030405', '2026-01-02T03:04:05Z'],
  ['20260230030405', null],
  ['20260102030460', null],
  ['0001', null],
])('%s was made at %s', (version, time) => {
  expect(migrationTime(version)).toBe(time)
})

test('versions are numbers of any length', () => {
  expect(['20260102030405', '0010', '9', '010', '20260102030404'].sort(compareVersions)).toEqual([
    '9',
    '0010',
    '010',
    '20260102030404',
    '20260102030405',
  ])
})
