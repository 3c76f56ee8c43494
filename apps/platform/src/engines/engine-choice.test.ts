import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseEngine } from './engine-choice.js'
import { keepEngineRecord } from './engine-record.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

test('what is asked for is taken', async () => {
  expect(await chooseEngine(directory.path, 'pglite')).toMatchObject({ kind: 'pglite' })
  expect(await chooseEngine(directory.path, 'cluster')).toMatchObject({ kind: 'cluster' })
})

test('of itself it takes a real PostgreSQL that runs here, and says so', async () => {
  expect(await chooseEngine(directory.path, 'auto')).toMatchObject({
    kind: 'cluster',
    reason: 'A real PostgreSQL runs here.',
  })
})

test('of itself it stays with the engine that made the projects', async () => {
  await keepEngineRecord(directory.path, 'default', { engine: 'pglite', postgresMajor: 18 })
  expect(await chooseEngine(directory.path, 'auto')).toMatchObject({ kind: 'pglite' })
})
