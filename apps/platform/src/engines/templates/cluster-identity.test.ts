/** Two databases that were copied from one template share neither an identity nor a secret. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../engine.js'
import { PgliteEngine } from '../pglite/pglite-engine.js'
import { newRunId } from '../testing/subject.js'
import { temporaryDirectory, type TemporaryDirectory } from '../testing/temporary-directory.js'
import { testCluster } from '../testing/test-cluster.js'
import { giveOwnIdentity } from './cluster-identity.js'
import { createTemplates } from './database-templates.js'

let directory: TemporaryDirectory
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

/** Each of its clusters is a copy. */
async function clusterOfCopies(): Promise<Engine> {
  const templates = join(directory.path, 'templates')
  const engine = await testCluster(directory.path, { templates: createTemplates(templates, (act) => act()) })
  for (const id of ['cluster-before-the-template', 'cluster-that-missed-it']) await engine.open(id)
  await vi.waitFor(async () =>
    expect(await readdir(templates)).toEqual([expect.stringMatching(/^cluster-(?!.*new$)/)]),
  )
  return engine
}

async function asAdmin(engine: Engine, id: string, query: string) {
  const database = await engine.open(id)
  const { results } = await database.run({ runId: newRunId(), query, as: 'admin' })
  return results.at(-1)?.rows
}

describe.each([
  ['cluster', 'pg', clusterOfCopies],
  ['pglite', 'pglite', async () => new PgliteEngine({ dataDir: directory.path })],
] as const)('%s', (kind, folder, makeEngine) => {
  const refs = [`${kind}-one`, `${kind}-two`]
  const control = (id: string) =>
    readFile(join(directory.path, 'projects', id, folder, 'global', 'pg_control'))
  let engine: Engine
  beforeAll(async () => {
    engine = await makeEngine()
    for (const id of refs) await engine.open(id)
  })
  afterAll(() => engine.close())

  test('each has a different system identifier, which PostgreSQL accepts', async () => {
    const said = await Promise.all(
      refs.map((id) => asAdmin(engine, id, 'select system_identifier from pg_control_system()')),
    )
    const stored = await Promise.all(refs.map(async (id) => String((await control(id)).readBigInt64LE(0))))
    expect(said.map((rows) => rows?.[0]?.[0])).toEqual(stored)
    expect(new Set(stored).size).toBe(2)
  })

  test('no eight bytes of random data are in both', async () => {
    const [one, other] = await Promise.all(refs.map(control))
    // Skips the first fields: the nonce is at the end of the used part.
    const end = one?.findLastIndex((byte) => byte !== 0) ?? 0
    const nonces = [one, other].map((bytes) => bytes?.subarray(end - 36, end - 4).toString('hex') ?? '')
    expect(nonces[0]).not.toBe(nonces[1])
    for (let at = 0; at + 16 <= 64; at += 2) expect(nonces[1]).not.toContain(nonces[0]?.slice(at, at + 16))
  })

  test('both open again after they were closed', async () => {
    await engine.close()
    engine = await makeEngine()
    for (const id of refs) expect(await asAdmin(engine, id, 'select 1')).toEqual([['1']])
  })
})

test('each cluster has a different password, and the template has none', async () => {
  const engine = await clusterOfCopies()
  try {
    const passwords = await Promise.all(
      ['cluster-one', 'cluster-two'].map((id) =>
        asAdmin(engine, id, `select rolpassword from pg_authid where rolname = 'basedeck_admin'`),
      ),
    )
    const hashes = passwords.map((rows) => rows?.[0]?.[0])
    expect(hashes).toEqual([
      expect.stringMatching(/^SCRAM-SHA-256\$/),
      expect.stringMatching(/^SCRAM-SHA-256\$/),
    ])
    expect(hashes[0]).not.toBe(hashes[1])
  } finally {
    await engine.close()
  }
  expect(await filesWith(join(directory.path, 'templates'), 'SCRAM-SHA-256$')).toEqual([])
})

test('a damaged control file is refused', async () => {
  const path = join(directory.path, 'projects', 'pglite-one', 'pglite')
  const control = join(path, 'global', 'pg_control')
  const bytes = await readFile(control)
  bytes[20] = (bytes[20] ?? 0) ^ 1
  await writeFile(control, bytes)
  await expect(giveOwnIdentity(path)).rejects.toThrow('is damaged')
})

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await stat(path)).isDirectory()) found.push(...(await filesWith(path, text)))
    else if ((await readFile(path)).includes(text)) found.push(path)
  }
  return found
}
