import { X509Certificate } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSelfSigned, ownCertificate } from './own-certificate.js'
import { testAuthority } from './testing/certificates.js'
import { temporaryDirectory } from './testing/temporary-directory.js'

async function folder(): Promise<string> {
  const { path, remove } = await temporaryDirectory()
  onTestFinished(remove)
  return path
}

const NOW = new Date('2026-11-28T12:00:00Z')

test('it is made once, for the host and this machine, and only its owner reads it', async () => {
  const directory = await folder()
  const made = await ownCertificate(directory, 'db.example.com', NOW)
  const read = new X509Certificate(made.certificate)
  expect(read.checkHost('db.example.com')).toBe('db.example.com')
  expect(read.checkHost('localhost')).toBe('localhost')
  expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(isSelfSigned(made.certificate)).toBe(true)
  expect(await ownCertificate(directory, 'db.example.com', NOW)).toEqual(made)
  expect((await stat(join(directory, 'own-certificate.pem'))).mode & 0o777).toBe(0o600)
})

test('another one is made for another host, before it ends, and when its file is damaged', async () => {
  const directory = await folder()
  const first = await ownCertificate(directory, '127.0.0.1', NOW)
  const other = await ownCertificate(directory, '2001:db8::1', NOW)
  expect(other).not.toEqual(first)
  expect(new X509Certificate(other.certificate).checkIP('2001:db8::1')).toBe('2001:db8::1')
  const later = await ownCertificate(directory, '2001:db8::1', new Date('2036-11-20T00:00:00Z'))
  expect(later).not.toEqual(other)
  const path = join(directory, 'own-certificate.pem')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, -40))
  expect(await ownCertificate(directory, '2001:db8::1', NOW)).not.toEqual(later)
})

test('one of an authority is not self-signed', () => {
  expect(isSelfSigned(testAuthority().issue('db.example.com').certificate)).toBe(false)
})
