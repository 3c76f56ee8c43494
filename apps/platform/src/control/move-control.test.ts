/** A control plane in PGlite moves into a cluster once, without loss, even if the program is killed meanwhile. */
import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Binaries } from '../engines/cluster/binaries.js'
import { usableBinaries } from '../engines/cluster/usable-binaries.js'
import { EngineError } from '../engines/engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { createTemplates } from '../engines/templates/database-templates.js'
import { clusterControl } from './cluster-control.js'
import type { ControlDatabase } from './control-database.js'
import { copyControl } from './copy-control.js'
import { CONTROL_MIGRATIONS } from './migrations/index.js'
import { openControlDatabase } from './open-control-database.js'
import { ownControlLocation } from './own-control-location.js'
import { everything, fillControl } from './testing/control-rows.js'

let directory: TemporaryDirectory
let binaries: Binaries[]
/** Of a PGlite with rows in all tables. */
let filled: string
let before: Awaited<ReturnType<typeof everything>>
let dataDir: string

beforeAll(async () => {
  directory = await temporaryDirectory()
  binaries = await usableBinaries(directory.path)
  filled = join(directory.path, 'filled')
  await mkdir(filled)
  const control = openControlDatabase({ dataDir: filled })
  await fillControl(control, CONTROL_MIGRATIONS.at(-1)?.id ?? 0)
  await control.script(
    `insert into control.settings values ('odd', e'tab\\t line\\n \\\\N "quoted" ünïcödé')`,
  )
  before = await everything(control)
  await control.close()
})
afterAll(() => directory.remove())

let made = 0
beforeEach(async () => {
  dataDir = join(directory.path, `data-${++made}`)
  await cp(filled, dataDir, { recursive: true })
})

/** As a start does it. */
async function opened<Value>(
  work: (control: ControlDatabase, said: readonly string[]) => Promise<Value>,
  with_: Binaries[] | EngineError = binaries,
): Promise<Value> {
  const said: string[] = []
  const control = openControlDatabase({
    dataDir,
    binaries: with_,
    sync: false,
    warn: (sentence) => said.push(sentence),
  })
  try {
    await control.ready
    return await work(control, said)
  } finally {
    await control.close()
  }
}

const nameOfVersion = async (control: ControlDatabase) => {
  const [row] = await control.select<{ version: string }>('select version() as version')
  return row?.version
}

test('all rows and sequences are copied, and the old one is kept', async () => {
  await opened(async (control, said) => {
    expect(await nameOfVersion(control)).toContain(`PostgreSQL ${binaries[0]?.version}`)
    expect(await everything(control)).toEqual(before)
    const written = await control.write([
      {
        sql: `insert into control.organizations as o (slug, name) values ('next', 'Next') returning to_json(o)`,
      },
    ])
    expect(written).toMatchObject({ ok: true, rows: [[{ id: 2 }]] })
    expect(said).toEqual([expect.stringContaining(`kept in ${join(dataDir, 'control.old')}`)])
  })
  expect((await readdir(dataDir)).filter((name) => name.startsWith('control'))).toEqual([
    'control',
    'control.old',
  ])
  await opened(async (control, said) => {
    expect(said).toEqual([])
    expect(await control.select(`select slug from control.organizations order by id`)).toEqual([
      { slug: 'acme' },
      { slug: 'next' },
    ])
  })
})

test('what is kept from an earlier move is never overwritten', async () => {
  await mkdir(join(dataDir, 'control.old'))
  await opened(async (_, said) => expect(said[0]).toContain('control.old.2;'))
})

test('an interrupted move is started again', async () => {
  await mkdir(join(dataDir, 'control.new', 'pg'), { recursive: true })
  await writeFile(join(dataDir, 'control.new', 'pg', 'PG_VERSION'), '15')
  await opened(async (control) => expect(await everything(control)).toEqual(before))
})

test.each([['before the one before is put aside'], ['after it']])(
  'a move killed %s is finished',
  async (moment) => {
    await opened(async () => {})
    await rename(join(dataDir, 'control'), join(dataDir, 'control.new'))
    await writeFile(join(dataDir, 'control.new', 'moved'), '')
    if (moment.startsWith('before')) await rename(join(dataDir, 'control.old'), join(dataDir, 'control'))
    await opened(async (control, said) => {
      expect(await nameOfVersion(control)).toContain(`PostgreSQL ${binaries[0]?.version}`)
      expect(await everything(control)).toEqual(before)
      expect(said).toHaveLength(1)
    })
    expect(await readdir(join(dataDir, 'control'))).not.toContain('moved')
  },
)

test('a control plane that can’t be moved stays, and the operator is told', async () => {
  const broken = binaries.map((one) => ({ ...one, directory: directory.path }))
  await opened(async (control, said) => {
    expect(await everything(control)).toEqual(before)
    expect(said).toEqual([expect.stringMatching(/^The control plane stays in PGlite: it could not be moved/)])
  }, broken)
  expect(await readdir(dataDir)).not.toContain('control.new')
})

test('a copy that lost a row is refused', async () => {
  const other = join(dataDir, 'other')
  await mkdir(other)
  const from = await ownControlLocation({ dataDir })
  const target = openControlDatabase({ dataDir: other, binaries, sync: false })
  await target.script(`
    create function control.lose() returns trigger language plpgsql as 'begin return null; end';
    create trigger lose before insert on control.recovery_codes for each row execute function control.lose();
    alter table control.recovery_codes enable always trigger lose;
  `)
  await target.close()
  const [program] = binaries
  if (!program) throw new Error('PostgreSQL is installed')
  const to = clusterControl({
    directory: join(other, 'control'),
    binaries: program,
    templates: createTemplates(join(dataDir, 'templates')),
    sessionOptions: '-c session_replication_role=replica',
  })
  try {
    await expect(copyControl(await from.open(), await to.open())).rejects.toThrow('differs from the original')
  } finally {
    await Promise.all([from.close(), to.close()])
  }
})

test('without the PostgreSQL that made it, one sentence says what to install', async () => {
  await opened(async () => {})
  const major = binaries[0]?.major ?? 0
  const others = [{ directory: '/nowhere', major: major + 1, version: `${major + 1}.1`, origin: 'PATH' }]
  const none = new EngineError('unavailable', 'No PostgreSQL 14 or later is installed on this machine.')
  for (const [found, part] of [
    [others, `PostgreSQL ${major + 1} is installed here.`],
    [none, 'can’t be started here, with any --engine: No PostgreSQL 14'],
  ] as const) {
    await expect(opened(async () => {}, found)).rejects.toMatchObject({
      code: 'version',
      message: expect.stringMatching(
        new RegExp(`was made by PostgreSQL ${major}, .*${part}.*Install PostgreSQL ${major} again`),
      ),
    })
  }
  await opened(async (control) => expect(await everything(control)).toEqual(before))
})
