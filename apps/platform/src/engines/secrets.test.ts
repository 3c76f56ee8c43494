import { createSecretKey, randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecretBox } from '../secrets/secret-box.js'
import { encryptedFileSecrets, fileSecrets, secretNamed, type Secrets } from './secrets.js'
import { temporaryDirectory, type TemporaryDirectory } from './testing/temporary-directory.js'

const box = createSecretBox(createSecretKey(randomBytes(32)))
let directory: TemporaryDirectory
let path: string
beforeEach(async () => {
  directory = await temporaryDirectory()
  path = join(directory.path, 'secrets')
})
afterEach(() => directory.remove())

describe.each<[string, string, () => Secrets]>([
  ['plain', '', () => fileSecrets(path)],
  ['encrypted', '.sealed', () => encryptedFileSecrets(path, box)],
])('%s files', (_name, end, secrets) => {
  test('a secret is generated once and readable by its user only', async () => {
    const first = await secretNamed(secrets(), 'default.password')
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(await secretNamed(secrets(), 'default.password')).toBe(first)
    expect(await secretNamed(secrets(), 'other.password')).not.toBe(first)
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    expect((await stat(join(path, `default.password${end}`))).mode & 0o777).toBe(0o600)
  })

  test('a given secret is used the first time only', async () => {
    expect(await secretNamed(secrets(), 'a', 'given')).toBe('given')
    expect(await secretNamed(secrets(), 'a', 'another')).toBe('given')
  })

  test('a removed secret is gone, and removing it again is no error', async () => {
    await secrets().set('a', 'hush')
    await secrets().set('b', 'kept')
    for (let time = 0; time < 2; time++) await secrets().remove('a')
    expect(await secrets().get('a')).toBeUndefined()
    expect(await secrets().get('b')).toBe('kept')
    expect(await readdir(path)).toHaveLength(1)
  })
})

describe('encrypted files', () => {
  const secrets = () => encryptedFileSecrets(path, box)
  const files = async () =>
    Promise.all((await readdir(path)).map((name) => readFile(join(path, name), 'utf8')))

  test('hold nothing readable', async () => {
    await secrets().set('a', 'hush-hush')
    expect((await files()).join()).not.toContain('hush')
    expect(await secrets().get('a')).toBe('hush-hush')
  })

  test('a plain secret of an older program is read and encrypted', async () => {
    await fileSecrets(path).set('a', 'of-an-older-program')
    expect(await secrets().get('a')).toBe('of-an-older-program')
    expect((await files()).join()).not.toContain('older')
    expect(await fileSecrets(path).get('a')).toBeUndefined()
    expect(await secrets().get('a')).toBe('of-an-older-program')
  })

  test('after an interrupted encryption, the encrypted secret is used', async () => {
    await secrets().set('a', 'newer')
    await fileSecrets(path).set('a', 'older')
    expect(await secrets().get('a')).toBe('newer')
  })

  test('one secret can’t be used as another, and a damaged one is reported', async () => {
    await secrets().set('a', 'hush')
    await copyFile(join(path, 'a.sealed'), join(path, 'b.sealed'))
    await expect(secrets().get('b')).rejects.toMatchObject({ code: 'unreadable' })
    await writeFile(join(path, 'a.sealed'), 'rubbish')
    await expect(secrets().get('a')).rejects.toMatchObject({ code: 'unreadable' })
  })

  test('a secret that can’t be read is never taken for a missing one', async () => {
    await mkdir(join(path, 'a.sealed'), { recursive: true })
    await expect(secretNamed(secrets(), 'a')).rejects.toThrow('EISDIR')
    await rm(join(path, 'a.sealed'), { recursive: true })
  })
})
