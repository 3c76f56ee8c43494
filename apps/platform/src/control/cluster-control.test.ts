/** The control plane's own cluster: reachable only by its socket, restarted after a kill, backed up while in use. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { usableBinaries } from '../engines/cluster/usable-binaries.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { controlRecord } from './control-location.js'
import { openControlDatabase } from './open-control-database.js'

let directory: TemporaryDirectory
let control: ReturnType<typeof openControlDatabase>
const onServerExit = vi.fn()
beforeAll(async () => {
  directory = await temporaryDirectory()
  const binaries = await usableBinaries(directory.path)
  control = openControlDatabase({ dataDir: directory.path, binaries, sync: false, onServerExit })
  await control.ready
})
afterAll(async () => {
  await control.close()
  await directory.remove()
})

const postmaster = async () => {
  const file = await readFile(join(directory.path, 'control', 'pg', 'postmaster.pid'), 'utf8')
  // Its lines: pid, directory, start, port, socket directory, the first address that it listens on.
  const [pid, , , , , address] = file.split('\n')
  return { pid: Number(pid), address }
}

test('it does not listen on the network, and only its own user can sign in', async () => {
  const [settings] = await control.select(`
    select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous, current_setting('full_page_writes') as pages`)
  expect(settings).toEqual({ addresses: '', fsync: 'on', synchronous: 'on', pages: 'on' })
  expect(await control.select(`select type, user_name, auth_method from pg_hba_file_rules`)).toEqual([
    { type: 'local', user_name: ['basedeck_admin'], auth_method: 'trust' },
  ])
  // Another program may listen at that port: PostgreSQL says itself that it does not.
  expect((await postmaster()).address).toBe('')
})

test('a killed server is started again, and acknowledged writes are there', async () => {
  await control.write([{ sql: `insert into control.settings values ('kept', 'yes')` }])
  const before = await postmaster()
  process.kill(before.pid, 'SIGKILL')
  await vi.waitFor(
    async () => {
      // A session of the killed server may answer once more.
      const rows = await control.select(`select value from control.settings where name = 'kept'`)
      expect(rows).toEqual([{ value: 'yes' }])
      expect((await postmaster()).pid).not.toBe(before.pid)
    },
    { timeout: 20_000 },
  )
  expect(onServerExit.mock.calls).toEqual([[{ signal: 'SIGKILL' }]])
})

test('closing it does not count as an unexpected stop', async () => {
  const heard = vi.fn()
  const other = await temporaryDirectory()
  const binaries = await usableBinaries(other.path)
  const closing = openControlDatabase({ dataDir: other.path, binaries, sync: false, onServerExit: heard })
  await closing.ready
  await closing.close()
  expect(heard).not.toHaveBeenCalled()
  await other.remove()
})

test('it can be backed up while it is in use', async () => {
  const names: string[] = []
  const ended = new AbortController()
  const writing = (async () => {
    while (!ended.signal.aborted)
      await control.write([{ sql: `update control.settings set value = value || '.'` }])
  })()
  await control.backUp?.({
    directory: async (name) => void names.push(`${name}/`),
    file: async (name) => void names.push(name),
    bytes: async (name) => void names.push(name),
  })
  ended.abort()
  await writing
  expect(names).toEqual(
    expect.arrayContaining([
      'control/',
      'control/pg/PG_VERSION',
      'control/pg/backup_label',
      'control/pg/global/pg_control',
    ]),
  )
  expect(names.filter((name) => /\/run|postmaster|pg\.log/.test(name))).toEqual([])
  expect(await controlRecord(join(directory.path, 'control'))).toMatchObject({ engine: 'cluster' })
})
