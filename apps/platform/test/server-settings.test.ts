/** Settings of PostgreSQL that a server may not start with, and members that may not change them. */
import { listServerSettings, queryPlain, updateServerSetting } from '@basedeck/platform-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runApp, type RunningApp } from './running-app.js'

const params = { ref: 'default' }
let running: RunningApp
beforeAll(async () => {
  running = await runApp('cluster')
  await running.client.call(queryPlain, {
    params,
    body: { query: 'create table kept (id int primary key); insert into kept values (1)' },
  })
})
afterAll(() => running.stop())

const list = () => running.client.call(listServerSettings, { params })
const find = async (name: string) => (await list()).settings.find((one) => one.name === name)
const change = (name: string, value: string | null, restarts = true) =>
  running.client.call(updateServerSetting, { params: { ...params, name }, body: { value, restarts } })
const rows = () => running.client.call(queryPlain, { params, body: { query: 'select * from kept' } })

test('a setting that needs a restart is refused without one, and has its value after one', async () => {
  await expect(change('max_connections', '55', false)).rejects.toMatchObject({ code: 'restart_needed' })
  await change('max_connections', '55')
  await expect.poll(async () => (await find('max_connections'))?.value, { timeout: 60_000 }).toBe('55')
  expect(await rows()).toEqual([{ id: 1 }])
  await change('max_connections', null)
  await expect.poll(async () => (await find('max_connections'))?.value, { timeout: 60_000 }).toBe('100')
})

test('a server that does not start with a value gets the previous one back, and says so', async () => {
  await change('max_connections', '60')
  await expect(change('shared_buffers', '900000GB')).rejects.toMatchObject({
    message: expect.stringContaining('invalid value'),
  })
  expect((await list()).refused).toBeNull()
  await change('shared_buffers', '7000GB')
  await expect
    .poll(async () => (await list()).refused, { timeout: 60_000 })
    .toMatchObject({
      name: 'shared_buffers',
      value: '7000GB',
      reason: expect.stringMatching(/shared memory|Cannot allocate/i),
    })
  expect((await find('shared_buffers'))?.value).toBe('128MB')
  expect((await find('max_connections'))?.value).toBe('60')
  expect(await rows()).toEqual([{ id: 1 }])
  await change('work_mem', '5MB')
  await change('max_connections', null)
  await expect.poll(async () => (await list()).refused, { timeout: 60_000 }).toBeNull()
}, 120_000)

test('a platform that ended between the change and the restart comes back with the previous value', async () => {
  await running.registry.trySetting('default', { name: 'shared_buffers', value: '7000GB' })
  const database = await running.life.database('default')
  await database.run({ runId: 'x', as: 'admin', query: `alter system set shared_buffers = '7000GB'` })
  await running.registry.stop({ id: 'default', engine: 'cluster' })
  expect(await rows()).toEqual([{ id: 1 }])
  expect((await list()).refused).toMatchObject({ name: 'shared_buffers' })
})

test('at once: all connections have a setting of the server’s without a restart', async () => {
  const [before] = (await running.client.call(queryPlain, {
    params,
    body: { query: 'select pg_postmaster_start_time()::text as at' },
  })) as { at: string }[]
  await change('autovacuum_naptime', '2min', false)
  await expect.poll(async () => (await find('autovacuum_naptime'))?.value).toBe('2min')
  const [after] = (await running.client.call(queryPlain, {
    params,
    body: { query: 'select pg_postmaster_start_time()::text as at' },
  })) as { at: string }[]
  expect(after).toEqual(before)
})

test.each([
  'archive_command',
  'shared_preload_libraries',
  'session_preload_libraries',
  'listen_addresses',
  'ssl_passphrase_command',
  'data_directory',
  'unix_socket_directories',
  'dynamic_library_path',
  'log_directory',
  'fsync',
  'wal_level',
])('%s is not changed by members', async (name) => {
  await expect(change(name, 'x')).rejects.toMatchObject({ code: 'setting_fixed' })
})

test('a value is one value: nothing behind it runs', async () => {
  const evil = `UTC'; alter system set archive_command = 'touch /tmp/x`
  await expect(change('TimeZone', evil)).rejects.toMatchObject({ status: 400 })
  expect((await find('archive_command'))?.value).toBe('')
})
