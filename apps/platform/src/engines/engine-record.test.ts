import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepEngineRecord, readEngineRecord } from './engine-record.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

const cluster15 = { engine: 'cluster', postgresMajor: 15 } as const

test('the first engine is kept', async () => {
  expect(await readEngineRecord(directory.path, 'default')).toBeUndefined()
  await keepEngineRecord(directory.path, 'default', cluster15)
  await keepEngineRecord(directory.path, 'default', cluster15)
  expect(await readEngineRecord(directory.path, 'default')).toEqual(cluster15)
})

test.each([
  [{ engine: 'pglite', postgresMajor: 15 } as const, '--engine cluster'],
  [{ engine: 'cluster', postgresMajor: 16 } as const, 'Install PostgreSQL 15'],
])('%j is refused afterwards', async (other, sentence) => {
  await keepEngineRecord(directory.path, 'default', cluster15)
  await expect(keepEngineRecord(directory.path, 'default', other)).rejects.toThrow(sentence)
})

test.each(['', '{', '{"engine": "mysql", "postgresMajor": 1}', '{"engine": "cluster"}'])(
  'the damaged record %j is refused',
  async (text) => {
    const project = join(directory.path, 'projects', 'default')
    await mkdir(project, { recursive: true })
    await writeFile(join(project, 'engine.json'), text)
    await expect(readEngineRecord(directory.path, 'default')).rejects.toMatchObject({ code: 'directory' })
  },
)
