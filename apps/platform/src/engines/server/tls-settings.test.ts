import { expect, test } from 'vitest'
import { testAuthority } from '../testing/certificates.js'
import { tlsSettings, type TlsOptions } from './tls-settings.js'

const ca = testAuthority().certificate
const clean = ca.trim()
const anyName = { rejectUnauthorized: true, ca: clean, checkServerIdentity: expect.any(Function) }

test.each<[TlsOptions, ReturnType<typeof tlsSettings>]>([
  [{ mode: 'disable' }, { ssl: false, plainWillDo: false }],
  [
    { mode: 'disable', ca },
    { ssl: false, plainWillDo: false },
  ],
  [{ mode: 'prefer' }, { ssl: { rejectUnauthorized: false }, plainWillDo: true }],
  [
    { mode: 'prefer', ca },
    { ssl: { rejectUnauthorized: false }, plainWillDo: true },
  ],
  [{ mode: 'require' }, { ssl: { rejectUnauthorized: false }, plainWillDo: false }],
  [
    { mode: 'require', ca },
    { ssl: anyName, plainWillDo: false },
  ],
  [
    { mode: 'verify-ca', ca },
    { ssl: anyName, plainWillDo: false },
  ],
  [{ mode: 'verify-full' }, { ssl: { rejectUnauthorized: true }, plainWillDo: false }],
  [
    { mode: 'verify-full', ca },
    { ssl: { rejectUnauthorized: true, ca: clean }, plainWillDo: false },
  ],
])('%j', (options, settings) => {
  expect(tlsSettings(options)).toEqual(settings)
})

test('verify-ca without an authority says what to do', () => {
  expect(() => tlsSettings({ mode: 'verify-ca' })).toThrow('Give it, or choose verify-full')
})

test.each([
  '',
  'rubbish',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
  ca.replace(/\n.{20}/, '\n'),
  `${ca}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`,
])('what is no certificate is refused: %#', (text) => {
  expect(() => tlsSettings({ mode: 'verify-full', ca: text })).toThrow('must be in PEM form')
})

test('text around the certificates is ignored', () => {
  const printed = `Certificate:\n  Data: …\n${ca}\nand\r\n${ca.replaceAll('\n', '\r\n')}`
  expect(tlsSettings({ mode: 'verify-full', ca: printed }).ssl).toHaveProperty('ca')
})
