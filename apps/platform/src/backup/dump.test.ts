/** What a dump contains when projects are created or deleted meanwhile, and what a failed dump leaves behind. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EngineError } from '../engines/engine.js'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { sourceAtRest, writeDump, type DumpRequest, type DumpSource } from './dump.js'
import { verifyArchive } from './read-archive.js'
import { restoreInstallation } from './restore-installation.js'

let directory: TemporaryDirectory
let dataDir: string
let request: DumpRequest
beforeEach(async () => {
  directory = await temporaryDirectory()
  dataDir = join(directory.path, 'data')
  request = { file: join(directory.path, 'all.dump'), withoutKey: false, project: null }
  await write('basedeck.json', '{}')
  await write('secret.key', 'key')
  await write('control/pglite/PG_VERSION', '18')
  await write('secrets/a.admin-password.sealed', 'sealed')
  await project('a')
})
afterEach(() => directory.remove())

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(dataDir, dirname(path)), { recursive: true })
  await writeFile(join(dataDir, path), text)
}

async function project(ref: string): Promise<void> {
  await write(`projects/${ref}/engine.json`, '{"engine":"pglite","postgresMajor":18}')
  await write(`projects/${ref}/pglite/PG_VERSION`, '18')
}

const dump = (source: DumpSource, signal = new AbortController().signal) =>
  writeDump(source, request, { version: '0.1.0', now: new Date(0), signal })

/** A source at rest; `meanwhile` runs before the control plane is sent. */
function busy(meanwhile: () => Promise<void>): DumpSource {
  return {
    ...sourceAtRest(dataDir, true),
    async backUpControl(sink) {
      await meanwhile()
      await sourceAtRest(dataDir, true).backUpControl?.(sink)
    },
  }
}

test('a project created before the control plane is copied is included, a deleted one is not', async () => {
  await project('gone')
  const source = busy(async () => {
    await project('new')
    await rm(join(dataDir, 'projects/gone'), { recursive: true })
  })
  expect(await dump(source)).toMatchObject({ projects: [{ ref: 'a' }, { ref: 'new' }] })
  await restoreInstallation(join(directory.path, 'restored'), request.file)
  const restored = (path: string) => readdir(join(directory.path, 'restored', path))
  expect((await restored('.')).toSorted()).toEqual([
    'basedeck.json',
    'control',
    'projects',
    'secret.key',
    'secrets',
  ])
  expect((await restored('projects')).toSorted()).toEqual(['a', 'new'])
})

test('a project deleted while it is copied is left out; any other failure leaves no file', async () => {
  await project('going')
  const source: DumpSource = {
    ...sourceAtRest(dataDir, true),
    async backUp(ref, sink) {
      if (ref !== 'going') return sourceAtRest(dataDir, true).backUp(ref, sink)
      await rm(join(dataDir, 'projects/going'), { recursive: true })
      throw new Error('the server is gone')
    },
  }
  expect(await dump(source)).toMatchObject({ projects: [{ ref: 'a' }] })
  await rm(request.file)
  const broken: DumpSource = { ...source, backUp: () => Promise.reject(new Error('the disk fails')) }
  await expect(dump(broken)).rejects.toThrow('the disk fails')
  const paused = { ...source, backUp: () => Promise.reject(new EngineError('lost', 'It was stopped.')) }
  await expect(dump(paused)).rejects.toThrow(
    'The database of project a could not be dumped: It was stopped. No',
  )
  expect(await readdir(directory.path)).toEqual(['data'])
})

test('a control plane by URL is not included, and the manifest says so', async () => {
  expect(await dump(sourceAtRest(dataDir, false))).toMatchObject({ control: 'url' })
  const { files, control } = await verifyArchive(request.file)
  expect(control).toBe('url')
  expect(Object.keys(files).filter((name) => name.startsWith('control/'))).toEqual([])
})

test('a cancelled dump leaves no file and overwrites none', async () => {
  const stop = new AbortController()
  const stopped = dump(
    busy(async () => stop.abort()),
    stop.signal,
  )
  await expect(stopped).rejects.toThrow(/abort/)
  expect(await readdir(directory.path)).toEqual(['data'])
  await writeFile(request.file, 'mine')
  await expect(dump(sourceAtRest(dataDir, true))).rejects.toThrow('already exists')
})

test('without the key, no file of the dump contains it', async () => {
  request = { ...request, withoutKey: true }
  expect(await dump(sourceAtRest(dataDir, true))).toMatchObject({ hasKey: false })
  expect(Object.keys((await verifyArchive(request.file)).files)).not.toContain('secret.key')
})
