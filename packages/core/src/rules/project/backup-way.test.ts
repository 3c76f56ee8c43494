import { expect, test } from 'vitest'
import { backupWay } from './backup-way.js'

test.each(['cluster', 'pglite'] as const)('the database of %s is backed up by a command', (engine) => {
  expect(backupWay(engine, 'abc')).toEqual({
    by: 'commands',
    dump: 'basedeck dump --to <file> --project abc',
    restore: 'basedeck restore --from <file> --project abc',
  })
})

test('a database that was added by its URL is backed up on its own server', () => {
  expect(backupWay('postgres', 'abc')).toEqual({ by: 'own-server' })
})
