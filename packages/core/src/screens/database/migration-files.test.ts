import { FakeRefusal, type FakePlatform } from '@basedeck/platform-client/testing'
import { afterEach, expect, test } from 'vitest'
import type { UploadSource } from '../../ports/index.js'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { MigrationsScreen } from './migrations.js'

let opened: OpenedScreen<MigrationsScreen> | undefined
afterEach(() => opened?.end())

function source(path: string, bytes: string | Uint8Array): UploadSource {
  const blob = new Blob([bytes as never])
  return {
    path,
    sizeBytes: blob.size,
    type: '',
    modifiedMs: 0,
    read: async (start, end) => blob.slice(start, end),
  }
}

const applied = (version: string, sql: string) => ({
  version,
  name: 'x',
  created_by: null,
  statements: [sql],
})

/** A page whose user chooses that folder. */
async function openWith(sources: UploadSource[] | null, prepare?: (fake: FakePlatform) => void) {
  opened = await openScreen('migrations', '/project/default/database/migrations', prepare)
  const { screen, watch, until, host } = opened
  const files = screen.files
  watch(
    files.$chosen,
    files.$standings,
    files.$pending,
    files.$remarks,
    files.$applied,
    files.applying.$state,
  )
  host.files.chooseMany = async () => sources
  const states = () => {
    const now = files.$standings.get()
    return now?.status === 'ready' ? now.data.map(({ version, state }) => [version, state]) : null
  }
  return { ...opened, files, states, until }
}

const FOLDER = [
  source('migrations/1_one.sql', 'select 1;'),
  source('migrations/3_three.sql', 'select 3;'),
  source('migrations/2_two.sql', 'select 2;'),
  source('migrations/README.md', ''),
  source('migrations/old/9_old.sql', 'select 9;'),
]

test('the files of a folder stand beside the history, and those that are new are applied in order', async () => {
  const { files, states, until, fake, host } = await openWith(FOLDER, (fake) => {
    fake.migrations.history = [applied('1', 'select 1')]
  })
  await files.choose()
  expect(files.$chosen.get()).toMatchObject({ status: 'read', folder: 'migrations', others: 2 })
  await until(() =>
    expect(states()).toEqual([
      ['1', 'applied'],
      ['2', 'pending'],
      ['3', 'pending'],
    ]),
  )
  files.applying.ask(files.$pending.get())
  await files.applying.confirm()
  expect(fake.migrations.history?.map(({ version, name }) => [version, name])).toEqual([
    ['1', 'x'],
    ['2', 'two'],
    ['3', 'three'],
  ])
  await until(() => expect(states()?.every(([, state]) => state === 'applied')).toBe(true))
  expect(host.notes.at(-1)?.message).toBe('2 migrations applied')
  files.close()
  expect(files.$standings.get()).toBeNull()
})

test('the first file that fails ends the run, and the question says which and how far it came', async () => {
  const { files, states, until, fake } = await openWith(FOLDER, (fake) => {
    fake.migrations.history = [applied('1', 'select 1')]
  })
  await files.choose()
  await until(() => expect(files.$pending.get()).toHaveLength(2))
  fake.migrations.refusal = new FakeRefusal(400, 'query_failed', 'Statement 1 of 1 failed')
  files.applying.ask(files.$pending.get())
  await files.applying.confirm()
  expect(files.applying.$state.get()).toMatchObject({ problem: '2_two.sql: Statement 1 of 1 failed' })
  expect(states()?.at(-1)).toEqual(['3', 'pending'])
  expect(files.$applied.get()).toBeNull()
  await files.applying.confirm()
  expect(fake.migrations.history?.map(({ version }) => version)).toEqual(['1', '2', '3'])
  expect(files.applying.$state.get()).toEqual({ status: 'closed' })
})

test('answering again after a failure runs nothing twice', async () => {
  const { files, until, fake } = await openWith([
    source('m/1_one.sql', 'select 1;'),
    source('m/2_two.sql', 'select 2; commit;'),
  ])
  await files.choose()
  await until(() => expect(files.$pending.get()).toHaveLength(2))
  files.applying.ask(files.$pending.get())
  for (let answer = 0; answer < 2; answer++) {
    await files.applying.confirm()
    expect(files.applying.$state.get()).toMatchObject({
      problem: '2_two.sql: A migration is one transaction 1 file before it is applied.',
    })
    expect(fake.migrations.history?.map(({ version }) => version)).toEqual(['1'])
  }
})

test('nothing is applied while a file needs a decision', async () => {
  const { files, until } = await openWith(FOLDER, (fake) => {
    fake.migrations.history = [applied('1', 'select 100'), applied('2', 'select 2')]
  })
  await files.choose()
  await until(() => expect(files.$remarks.get()).toHaveLength(1))
  expect(files.$remarks.get()[0]).toMatch(/^Changed:/)
  expect(files.$pending.get()).toEqual([])
})

test.each<[string, UploadSource[], string]>([
  ['has no migration', [source('docs/README.md', '')], 'docs has no file named <version>_<name>.sql.'],
  ['is empty', [], 'The folder has no file named <version>_<name>.sql.'],
  [
    'holds what is no text',
    [source('m/1_a.sql', new Uint8Array([0xff, 0xfe, 0x00]))],
    '1_a.sql could not be read as UTF-8.',
  ],
])('a folder that %s is refused with the reason', async (_, sources, message) => {
  const { files } = await openWith(sources)
  await files.choose()
  expect(files.$chosen.get()).toEqual({ status: 'failed', message })
})

test('choosing nothing changes nothing', async () => {
  const { files } = await openWith(null)
  await files.choose()
  expect(files.$chosen.get()).toEqual({ status: 'none' })
})
