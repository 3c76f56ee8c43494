/** The real program is killed in the middle of backups, restores and proofs: no committed row is lost. */
import {
  createBackup,
  createClient,
  listBackups,
  proveBackup,
  queryTyped,
  restoreBackup,
  type Client,
} from '@basedeck/platform-client'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'
import { randomMoment } from './random-moment.js'

const ROUNDS = Number(process.env['BASEDECK_KILL_ROUNDS'] ?? 20)
const params = { ref: 'default' }
const folder = programFolder()
/** Milliseconds: about as long as a backup, a proof or a restore takes. */
const LONGEST_WORK = 2500

async function start(engine: string): Promise<{ program: Program; client: Client }> {
  const args = ['--port', '0', '--api-port', '0', '--engine', engine, '--data-dir', folder.at(engine)]
  const program = await startProgram(args, /database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  return { program, client: createClient({ baseUrl: program.url }) }
}

test.each(['cluster', 'pglite'])(
  'on %s',
  async (engine) => {
    let { program, client } = await start(engine)
    const run = async (query: string) =>
      (await client.call(queryTyped, { params, body: { query, runId: crypto.randomUUID() } })).results.at(-1)
        ?.rows
    const count = async () => Number((await run('select count(*) from notes'))?.[0]?.[0])
    await run('create table notes (a int)')
    /** By the id of a whole backup, how many rows it has. */
    const saved = new Map<string, number>()
    let rows = 0
    for (let round = 0; round < ROUNDS; round++) {
      await run(`insert into notes values (${round})`)
      rows += 1
      const before = (await client.call(listBackups, { params })).backups
      const whole = before.find(({ id, status }) => status === 'completed' && saved.has(id))
      const action = whole ? round % 3 : 0
      const work: Promise<unknown> =
        action === 0
          ? client.call(createBackup, { params }).then(({ id }) => saved.set(id, rows))
          : action === 1
            ? client.call(restoreBackup, { params, body: { id: whole!.id } })
            : client.call(proveBackup, { params: { ...params, id: whole!.id } })
      const outcome = work.then(
        () => 'done',
        () => 'broken off',
      )
      await randomMoment(LONGEST_WORK)
      await program.end('SIGKILL')
      const said = await outcome
      ;({ program, client } = await start(engine))
      const now = await count()
      const allowed = action === 1 ? [rows, saved.get(whole!.id)] : [rows]
      expect(allowed, `round ${round}, action ${action}, ${said}`).toContain(now)
      rows = now
      // What was backed up before the restore has the rows of then.
      for (const { id, kind } of (await client.call(listBackups, { params })).backups)
        if (kind === 'before_restore' && !saved.has(id)) saved.set(id, allowed[0] ?? 0)
    }
    const names = await readdir(join(folder.at(engine), 'projects'))
    expect(names).toEqual(['default'])
    expect(await readdir(join(folder.at(engine), 'restoring')).catch(() => [])).toEqual([])
    const { id } = await client.call(createBackup, { params })
    await expect
      .poll(
        async () => (await client.call(listBackups, { params })).backups.find((one) => one.id === id)?.status,
        {
          timeout: 60_000,
        },
      )
      .toBe('completed')
    const { proof } = await client.call(proveBackup, { params: { ...params, id } })
    expect(proof).toMatchObject({ is_good: true })
    await program.end('SIGTERM')
  },
  3_000_000,
)
