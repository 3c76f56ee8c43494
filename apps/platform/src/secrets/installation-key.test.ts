import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory, type TemporaryDirectory } from '../engines/testing/temporary-directory.js'
import { installationKey, type InstallationKeyOptions } from './installation-key.js'
import { createSecretBox } from './secret-box.js'

let directory: TemporaryDirectory
let warnings: string[]
beforeEach(async () => {
  directory = await temporaryDirectory()
  warnings = []
})
afterEach(() => directory.remove())

const keyFile = () => join(directory.path, 'secret.key')
const key = (more: Partial<InstallationKeyOptions> = {}) =>
  installationKey({
    dataDir: directory.path,
    given: undefined,
    mayCreate: true,
    warn: (sentence) => void warnings.push(sentence),
    ...more,
  })

test('a key is made at the first start, for its user only, and is the same at every other', async () => {
  const first = await key()
  expect(first.symmetricKeySize).toBe(32)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  expect((await key({ mayCreate: false })).equals(first)).toBe(true)
  expect(await readdir(directory.path)).toEqual(['secret.key'])
  expect(warnings).toEqual([])
})

test('two programs that start at once use one key', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => key()))
  for (const other of keys) expect(other.equals(keys[0]!)).toBe(true)
  expect(await readdir(directory.path)).toEqual(['secret.key'])
})

test('a lost key is reported, and never replaced while encrypted values exist', async () => {
  await key()
  await rm(keyFile())
  await expect(key({ mayCreate: false })).rejects.toMatchObject({
    code: 'key-lost',
    message: expect.stringContaining(keyFile()),
  })
  expect(await readdir(directory.path)).toEqual([])
})

test('the operator’s key needs no file, and another key decrypts nothing', async () => {
  const given = 'correct horse battery staple, 32 or more'
  const sealed = createSecretBox(await key({ given, mayCreate: false })).seal('hush', 'test')
  expect(createSecretBox(await key({ given })).open(sealed, 'test')).toBe('hush')
  const other = createSecretBox(await key({ given: `${given}!` }))
  expect(() => other.open(sealed, 'test')).toThrow('can’t be decrypted')
  expect(await readdir(directory.path)).toEqual([])
})

test.each(['x', 'x'.repeat(31), '👩'.repeat(31)])(
  'a key that is too short is refused without being repeated: %#',
  async (given) => {
    const attempt = key({ given })
    await expect(attempt).rejects.toMatchObject({ code: 'key-unusable' })
    await expect(attempt).rejects.toThrow('at least 32 characters')
    await expect(attempt).rejects.not.toThrow(given.length > 1 ? given : 'xx')
  },
)

test('a key of exactly 32 characters is accepted; an empty one counts as absent', async () => {
  expect((await key({ given: 'x'.repeat(32) })).symmetricKeySize).toBe(32)
  await expect(key({ given: '', mayCreate: false })).rejects.toMatchObject({ code: 'key-lost' })
})

test.each([
  [0o644, '644'],
  [0o640, '640'],
  [0o606, '606'],
  [0o700, '700'],
])('a file of mode %o is tightened with a warning', async (mode, named) => {
  const first = await key()
  await chmod(keyFile(), mode)
  expect((await key()).equals(first)).toBe(true)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  expect(warnings).toEqual([expect.stringContaining(`mode ${named}`)])
  expect(warnings[0]).not.toContain((await readFile(keyFile(), 'utf8')).trim())
})

test('a file that only its owner may read stays as it is', async () => {
  await key()
  await chmod(keyFile(), 0o400)
  await key()
  expect((await stat(keyFile())).mode & 0o777).toBe(0o400)
  expect(warnings).toEqual([])
})

test.each(['', 'short', `${'A'.repeat(43)}=`, 'A'.repeat(44), '!'.repeat(43)])(
  'the damaged key %j is refused and left as it is',
  async (text) => {
    await writeFile(keyFile(), text, { mode: 0o600 })
    await expect(key()).rejects.toMatchObject({ code: 'key-unusable' })
    expect(await readFile(keyFile(), 'utf8')).toBe(text)
  },
)

test('an unreadable or unwritable file is reported with its path', async () => {
  await mkdir(keyFile())
  await expect(key()).rejects.toThrow(`${keyFile()} can’t be read (EISDIR)`)
  await expect(key({ dataDir: join(keyFile(), '\0') })).rejects.toMatchObject({ code: 'key-unusable' })
})
