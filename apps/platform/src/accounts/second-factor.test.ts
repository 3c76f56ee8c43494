/** Apps and recovery codes: what is written, what ends with it, and what is refused. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.js'
import { auditStatement } from '../control/audit.js'
import {
  deleteFactor,
  deleteRecoveryCodes,
  insertFactor,
  replaceRecoveryCodes,
  takeStep,
  type FactorRow,
} from '../control/second-factors.js'
import { deleteSessions } from '../control/sessions.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { accountText } from '../text/accounts.js'
import { subjectsOf } from './attempts.js'
import { recoveryCodeHash } from './recovery-codes.js'
import { createSecondFactors, factorPurpose } from './second-factor.js'
import { ADA, factor, ORIGIN, toldAttempts } from './testing/people.js'
import { toldControl } from '../control/testing/told-control.js'
import { newTotpSecret, totpUri } from './totp.js'

const NOW = new Date('2026-05-05T05:05:05Z')
const STEP = Math.floor(NOW.getTime() / 30_000)
const box = createSecretBox(createSecretKey(randomBytes(32)))
const SECRET = newTotpSecret()
const CODE = new TOTP({ secret: SECRET, digits: 6, period: 30, algorithm: 'SHA1' }).generate({
  timestamp: NOW.getTime(),
})
const OTHER_ID = '00000000-0000-4000-8000-0000000000f2'
const sealed = (more: Partial<FactorRow> = {}) => {
  const one = factor({ verified: false, ...more })
  return { ...one, secret: box.seal(SECRET, factorPurpose(one.id)) }
}
const CALLER: Caller = {
  id: ADA.id,
  name: 'Ada',
  email: 'ada@example.com',
  isMfaEnabled: true,
  isAdministrator: false,
  createdAt: ADA.created_at,
  via: 'session',
  credentialId: 's1',
  token: null,
  scope: null,
  memberships: [],
}

function setUp(factors: FactorRow[] = []) {
  const control = toldControl({ 'control.totp_factors': factors })
  const attempts = toldAttempts()
  return { control, attempts, factors: createSecondFactors({ control, attempts, box, now: () => NOW }) }
}
const audited = (action: string, target: string) => auditStatement(CALLER, ORIGIN, { action, target })
const hashes = (codes: string[]) => codes.map((code) => recoveryCodeHash(ADA.id, code))

test('an app is begun with a secret that is stored encrypted, for this app alone', async () => {
  const { factors, control } = setUp()
  const { id, secret, uri, ...told } = await factors.enroll(CALLER, 'Phone', ORIGIN)
  expect(told).toEqual({ name: 'Phone', verified: false, inserted_at: NOW.toISOString() })
  expect(uri).toBe(totpUri(secret, 'ada@example.com'))
  const [statements = []] = control.written
  const stored = String(statements[1]?.parameters?.[3])
  expect(statements).toEqual([
    ...insertFactor({ id, profileId: ADA.id, name: 'Phone', secret: stored }),
    audited('account.factor_enroll', 'Phone'),
  ])
  expect(box.open(stored, `totp factor ${id}`)).toBe(secret)
})

test('an app of a person without an address is named after the person', async () => {
  const { factors } = setUp()
  const { uri, secret } = await factors.enroll({ ...CALLER, email: null }, 'Phone', ORIGIN)
  expect(uri).toBe(totpUri(secret, 'Ada'))
})

test('the first app brings recovery codes, and ends the sessions that came without it', async () => {
  const { factors, control, attempts } = setUp([sealed()])
  const codes = await factors.verify(CALLER, sealed().id, CODE, ORIGIN)
  expect(codes).toHaveLength(10)
  expect(control.written).toEqual([
    [
      takeStep(sealed().id, STEP),
      ...replaceRecoveryCodes(ADA.id, hashes(codes)),
      deleteSessions(ADA.id, 's1'),
      audited('account.factor_verify', 'Phone'),
    ],
  ])
  const subjects = subjectsOf(`second factor of ${ADA.id}`, ORIGIN.ip)
  expect(attempts.log).toEqual([
    ['begin', subjects],
    ['succeeded', subjects],
  ])
})

test('a further app changes neither codes nor sessions', async () => {
  const { factors, control } = setUp([factor({ id: OTHER_ID }), sealed()])
  expect(await factors.verify(CALLER, sealed().id, CODE, ORIGIN)).toEqual([])
  expect(control.written).toEqual([[takeStep(sealed().id, STEP), audited('account.factor_verify', 'Phone')]])
})

test.each([
  ['a wrong code', sealed().id, '000000', 'wrong_code'],
  ['an unknown app', OTHER_ID, CODE, 'not_found'],
])('%s verifies nothing, and stays counted', async (_, id, code, refusal) => {
  const { factors, control, attempts } = setUp([sealed()])
  await expect(factors.verify(CALLER, id, code, ORIGIN)).rejects.toMatchObject({ code: refusal })
  expect(control.written).toEqual([])
  expect(attempts.log.map(([what]) => what)).toEqual(['begin'])
})

test('a code that another request took meanwhile verifies nothing', async () => {
  const { factors, control, attempts } = setUp([sealed()])
  control.answers.push({ ok: false, reason: 'mismatch', statement: 0 })
  const verified = factors.verify(CALLER, sealed().id, CODE, ORIGIN)
  await expect(verified).rejects.toMatchObject({ code: 'wrong_code' })
  expect(attempts.log.map(([what]) => what)).toEqual(['begin'])
})

test.each([
  [
    'the last verified one takes the recovery codes along',
    [factor(), factor({ id: OTHER_ID, verified: false })],
    true,
  ],
  ['one of two leaves them', [factor(), factor({ id: OTHER_ID })], false],
])('removing: %s', async (_, apps, takesCodes) => {
  const { factors, control } = setUp(apps)
  await factors.remove(CALLER, factor().id, ORIGIN)
  expect(control.written).toEqual([
    [
      deleteFactor(factor().id, ADA.id),
      ...(takesCodes ? [deleteRecoveryCodes(ADA.id)] : []),
      audited('account.factor_remove', 'Phone'),
    ],
  ])
})

test('an app that is not there can’t be removed', async () => {
  const { factors, control } = setUp()
  control.answers.push({ ok: false, reason: 'mismatch', statement: 0 })
  await expect(factors.remove(CALLER, OTHER_ID, ORIGIN)).rejects.toMatchObject({ code: 'not_found' })
  expect(control.written[0]?.at(-1)).toEqual(audited('account.factor_remove', ''))
})

test('new recovery codes replace the old ones', async () => {
  const { factors, control } = setUp()
  const codes = await factors.renewCodes(CALLER, ORIGIN)
  expect(codes).toHaveLength(10)
  expect(control.written).toEqual([
    [
      ...replaceRecoveryCodes(ADA.id, hashes(codes)),
      audited('account.recovery_codes_renew', 'ada@example.com'),
    ],
  ])
  await factors.renewCodes({ ...CALLER, email: null }, ORIGIN)
  expect(control.written[1]?.at(-1)?.parameters).toContain('')
})

test('without an app there are no recovery codes', async () => {
  const { factors, control } = setUp()
  const renewed = factors.renewCodes({ ...CALLER, isMfaEnabled: false }, ORIGIN)
  await expect(renewed).rejects.toMatchObject({ code: 'not_found', message: accountText.noFactor })
  expect(control.written).toEqual([])
})

test('the audit log names the app that was removed', async () => {
  const { factors, control } = setUp([factor({ id: OTHER_ID, name: 'Tablet' }), factor()])
  await factors.remove(CALLER, factor().id, ORIGIN)
  expect(control.written[0]?.at(-1)).toEqual(audited('account.factor_remove', 'Phone'))
})
