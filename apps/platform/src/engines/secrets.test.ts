import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fileSecrets, secretNamed } from './secrets.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

let directory: TemporaryDirectory
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

test('a secret is made up once and readable by its user only', async () => {
  const path = join(directory.path, 'secrets')
  const first = await secretNamed(fileSecrets(path), 'default.password')
  expect(first).toMatch(/^[\w-]{32}$/)
  expect(await secretNamed(fileSecrets(path), 'default.password')).toBe(first)
  expect(await secretNamed(fileSecrets(path), 'other.password')).not.toBe(first)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(path, 'default.password'))).mode & 0o777).toBe(0o600)
})
