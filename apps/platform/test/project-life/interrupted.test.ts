/** A platform killed with no warning in the middle of a project's life: the next start brings it to an end. */
import { spawn } from 'node:child_process'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ControlDatabase } from '../../src/control/control-database.js'
import { openControlDatabase } from '../../src/control/open-control-database.js'
import { usableBinariesOrReason } from '../../src/engines/cluster/usable-binaries.js'
import { openEngineRegistry, type OwnEngineKind } from '../../src/engines/engine-registry.js'
import { encryptedFileSecrets } from '../../src/engines/secrets.js'
import { PostgresEngine } from '../../src/engines/server/postgres-engine.js'
import { newRunId } from '../../src/engines/testing/subject.js'
import { testProgram } from '../../src/engines/testing/test-program.js'
import { portOf } from '../../src/engines/testing/test-cluster.js'
import { createProjectLife } from '../../src/project-life/create-project-life.js'
import { createSecretBox } from '../../src/secrets/secret-box.js'
import { copyControl } from '../test-control.js'

const key = randomBytes(32)
const installationId = randomUUID()

let dataDir: string
let empty: string
let organizationId: number
beforeAll(async () => {
  empty = await newDirectory()
  dataDir = empty
  await copyControl(empty)
  organizationId = await withControl(async (control) => {
    await control.write([{ sql: `insert into control.organizations (slug, name) values ('test', 'Test')` }])
    const [row] = await control.select<{ id: number }>('select id from control.organizations')
    return row?.id ?? 0
  })
})
beforeEach(async () => {
  dataDir = await newDirectory()
  await cp(empty, dataDir, { recursive: true })
})
afterEach(() => remove(dataDir))
afterAll(() => remove(empty))

async function newDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'basedeck-kill-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(path, 0o755)
  return path
}

const remove = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 })

async function withControl<T>(work: (control: ControlDatabase) => Promise<T>): Promise<T> {
  const control = openControlDatabase({ dataDir })
  try {
    return await work(control)
  } finally {
    await control.close()
  }
}

/** When the program is killed: at a printed message, or when a file appears in the project's directory. */
type Moment = { says: string } | { leaves: RegExp }

const moments = {
  'when it was written down': { says: 'coming-up' },
  'while initdb runs': { leaves: /^pg(lite)?\..*new$/m },
  'when the files are there': { leaves: /^pg(lite)?$/m },
  'when it goes': { says: 'going-down' },
} satisfies Record<string, Moment>

async function killAt(engine: OwnEngineKind, when: keyof typeof moments): Promise<void> {
  const moment: Moment = moments[when]
  const program = testProgram('interrupted-child')
  const args = [...program, dataDir, engine, key.toString('hex'), installationId, String(organizationId)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const [state, ref = ''] = line.split(' ')
    if ('says' in moment) {
      if (state === moment.says) child.kill('SIGKILL')
    } else if (state === 'coming-up') {
      await found(join(dataDir, 'projects', ref), moment.leaves)
      child.kill('SIGKILL')
    }
  }
  expect((await exited)[1]).toBe('SIGKILL')
}

async function found(directory: string, name: RegExp): Promise<void> {
  const names = async () => (await readdir(directory).catch(() => [])).join('\n')
  await vi.waitFor(async () => expect(await names()).toMatch(name), { timeout: 20_000, interval: 5 })
}

/** Starts again, waits for resumed jobs, and reports the result. */
async function startAgain(wanted: OwnEngineKind) {
  return withControl(async (control) => {
    const box = createSecretBox(createSecretKey(key))
    const secrets = encryptedFileSecrets(join(dataDir, 'secrets'), box)
    const registry = openEngineRegistry({
      dataDir,
      binaries: await usableBinariesOrReason(dataDir),
      secrets,
      wanted,
      sync: false,
    })
    const log = pino({ level: 'silent' })
    const common = { databaseHost: '127.0.0.1', now: () => new Date(), operatorDatabase: undefined }
    const life = createProjectLife({ ...common, control, registry, box, log, installationId })
    try {
      await life.resumeUnfinished()
      await life.settled()
      const rows = await control.select<{ ref: string; status: string; status_reason: string | null }>(
        'select ref, status, status_reason from control.projects',
      )
      for (const { ref } of rows) {
        const database = await life.database(ref)
        await database.run({ runId: newRunId(), query: 'insert into auth.users (email) values (null)' })
        if (wanted === 'cluster') await signIn(ref)
      }
      const directories = await readdir(join(dataDir, 'projects')).catch(() => [])
      const secretFiles = await readdir(join(dataDir, 'secrets')).catch(() => [])
      return { rows, directories, secretFiles }
    } finally {
      await life.close()
    }
  })
}

/** With the password that the killed program was given. */
async function signIn(ref: string): Promise<void> {
  const databaseUrl = `postgresql://postgres:hush-hush-hush@127.0.0.1:${await portOf(dataDir, ref)}/postgres`
  const engine = new PostgresEngine({ databaseUrl })
  await engine.open(ref)
  await engine.close()
}

const COMES_UP = ['when it was written down', 'while initdb runs', 'when the files are there'] as const

test.each([...COMES_UP.map((when) => ['cluster', when] as const), ['pglite', 'while initdb runs'] as const])(
  'a project that comes up on %s, killed %s, comes up at the next start',
  async (engine, when) => {
    await killAt(engine, when)
    const { rows, directories } = await startAgain(engine)
    expect(rows).toMatchObject([{ status: 'ACTIVE_HEALTHY', status_reason: null }])
    expect(directories).toEqual(rows.map(({ ref }) => ref))
  },
)

test.each(['cluster', 'pglite'] as const)(
  'a project being deleted on %s, killed meanwhile, is deleted with files and secrets at the next start',
  async (engine) => {
    await killAt(engine, 'when it goes')
    expect(await startAgain(engine)).toEqual({ rows: [], directories: [], secretFiles: [] })
  },
)
