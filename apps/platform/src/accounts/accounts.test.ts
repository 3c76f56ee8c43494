/** Who gets in: what each step checks, in which order, and what it writes in the same transaction. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { TOTP } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { auditStatement } from '../control/audit.js'
import { endCredentials } from '../control/credentials.js'
import { writeInstallationSetting } from '../control/installation-settings.js'
import { insertOrganization } from '../control/organizations.js'
import type { ProfileRow } from '../control/profiles.js'
import { takeRecoveryCode, takeStep, type FactorRow } from '../control/second-factors.js'
import { deleteSession, deleteSessions } from '../control/sessions.js'
import { createSecretBox } from '../secrets/secret-box.js'
import { hashOf } from '../secrets/secret-token.js'
import { actorOf, createAccounts, type AccountsDeps } from './accounts.js'
import { subjectsOf } from './attempts.js'
import { hashPassword } from './password-hash.js'
import { recoveryCodeHash } from './recovery-codes.js'
import { factorPurpose } from './second-factor.js'
import { ADA, factor, ORIGIN, toldAttempts } from './testing/people.js'
import { toldControl } from '../control/testing/told-control.js'
import { newTotpSecret } from './totp.js'

const PASSWORD = 'correct horse battery'
const NOW = new Date('2026-05-05T05:05:05Z')
const box = createSecretBox(createSecretKey(randomBytes(32)))
const SECRET = newTotpSecret()
const codeNow = () =>
  new TOTP({ secret: SECRET, digits: 6, period: 30, algorithm: 'SHA1' }).generate({
    timestamp: NOW.getTime(),
  })
const STEP = Math.floor(NOW.getTime() / 30_000)
const sealed = (more: Partial<FactorRow> = {}) => {
  const one = factor(more)
  return { ...one, secret: box.seal(SECRET, factorPurpose(one.id)) }
}
let known: ProfileRow
beforeAll(async () => {
  known = { ...ADA, password_hash: await hashPassword(PASSWORD) }
})

function setUp({
  rows = [],
  factors = [],
  hasAccounts = true,
  ...more
}: { rows?: ProfileRow[]; factors?: FactorRow[]; hasAccounts?: boolean } & Partial<AccountsDeps> = {}) {
  const control = toldControl({
    'as exists': [{ exists: hasAccounts }],
    'control.totp_factors': factors,
    'control.profiles': ([wanted]) =>
      rows.filter(({ id, email }) => [id, email].includes(String(wanted).toLowerCase())),
  })
  const attempts = toldAttempts()
  const accounts = createAccounts({
    control,
    attempts,
    box,
    setupCode: () => 'the-code',
    ownOrganization: undefined,
    isReachedByOthers: false,
    now: () => NOW,
    ...more,
  })
  return { control, attempts, accounts, statements: () => control.written.flat() }
}

/** The row of the session that was begun: its token is the answer's, and no other is written. */
function sessionIn(statements: readonly { sql: string; parameters?: readonly unknown[] }[]) {
  const [hash, profileId, awaits, , , expiresAt] =
    statements.find(({ sql }) => sql.includes('insert into control.sessions'))?.parameters ?? []
  return { hash, profileId, awaits, expiresAt }
}

const REQUEST = {
  setup_code: 'the-code',
  email: 'ada@example.com',
  password: PASSWORD,
  first_name: 'Ada',
  organization_name: 'Analytical Engines',
}

test.each([
  [true, false],
  [false, true],
])('where there are accounts (%s), a first one is needed: %s', async (hasAccounts, needed) => {
  expect(await setUp({ hasAccounts }).accounts.setupNeeded()).toBe(needed)
})

test('the first account owns the first organization, administers, is proved, and is signed in', async () => {
  const { accounts, statements } = setUp({ hasAccounts: false })
  const signedIn = await accounts.setUp({ ...REQUEST, setup_code: ' the-code ' }, ORIGIN)
  const written = statements()
  const profile = written.find(({ sql }) => sql.includes('insert into control.profiles'))?.parameters ?? []
  const id = String(profile[0])
  expect(profile.slice(1, 3)).toEqual(['ada@example.com', 'Ada'])
  expect(profile.slice(4)).toEqual([true, null, true])
  expect(signedIn.state).toEqual({ status: 'signed-in', person: { id, email: 'ada@example.com' } })
  expect(sessionIn(written)).toMatchObject({ hash: hashOf(signedIn.token), profileId: id, awaits: false })
  expect(written).toEqual(
    expect.arrayContaining([
      ...insertOrganization(
        { slug: 'analytical-engines', name: 'Analytical Engines' },
        { profileId: id, roleId: 'owner' },
      ),
      writeInstallationSetting('anyone_creates_organizations', true),
      auditStatement({ id, name: 'Ada', email: 'ada@example.com' }, ORIGIN, {
        action: 'account.set_up',
        target: 'ada@example.com',
      }),
    ]),
  )
  expect(written[0]?.sql).toBe('lock table control.profiles in exclusive mode')
  expect(written[1]).toEqual({
    sql: 'select 1 where not exists (select from control.profiles where not is_local)',
    expect: 1,
  })
})

test('an organization whose name gives no address has a random one', async () => {
  const { accounts, statements } = setUp({ hasAccounts: false })
  await accounts.setUp({ ...REQUEST, organization_name: '???' }, ORIGIN)
  const organization = statements().find(({ sql }) => sql.includes('insert into control.organizations'))
  expect(organization?.parameters?.[0]).toMatch(/^[a-z]{5,}$/)
})

test('where others reach the server, only administrators make organizations at first', async () => {
  const { accounts, statements } = setUp({ hasAccounts: false, isReachedByOthers: true })
  await accounts.setUp(REQUEST, ORIGIN)
  expect(statements()).toContainEqual(writeInstallationSetting('anyone_creates_organizations', false))
})

test('on a self-hosted platform the first account owns the organization that is there', async () => {
  const { accounts, statements } = setUp({ hasAccounts: false, ownOrganization: 'own' })
  await accounts.setUp(REQUEST, ORIGIN)
  const joins = statements().filter(({ sql }) => sql.includes('with named as'))
  expect(joins).toMatchObject([{ parameters: ['own', expect.any(String), 'Analytical Engines'], expect: 1 }])
  expect(joins[0]?.sql).toMatch(
    /update control\.organizations set name = \$3.*where slug = \$1 returning id/s,
  )
  expect(joins[0]?.sql).toMatch(/insert into control\.members .*select id, \$2::uuid, 'owner' from named/s)
  expect(statements().some(({ sql }) => sql.includes('insert into control.organizations'))).toBe(false)
})

test.each([
  ['after the first one', { hasAccounts: true }, 'the-code', 'already_set_up'],
  ['with a wrong code', { hasAccounts: false }, 'the-code-', 'wrong_setup_code'],
])('no first account is made %s', async (_, options, setup_code, code) => {
  const { accounts, control } = setUp(options)
  await expect(accounts.setUp({ ...REQUEST, setup_code }, ORIGIN)).rejects.toMatchObject({ code })
  expect(control.written).toEqual([])
})

test.each([
  ['taken', { ok: false, reason: 'taken', constraint: 'x' }, 'email_taken'],
  ['mismatch', { ok: false, reason: 'mismatch', statement: 1 }, 'wrong_code'],
] as const)('a session that can’t be written (%s) does not exist', async (_, answer, code) => {
  const { accounts, control } = setUp()
  control.answers.push(answer)
  const begun = accounts.begin(actorOf(ADA), { awaitsSecondFactor: false, origin: ORIGIN, before: [] })
  await expect(begun).rejects.toMatchObject({ code })
})

test('the right password signs in, and its attempts are forgotten', async () => {
  const { accounts, attempts, statements } = setUp({ rows: [known] })
  const { state, token, expiresAt } = await accounts.signIn('Ada@example.com', PASSWORD, ORIGIN)
  expect(state).toEqual({ status: 'signed-in', person: { id: ADA.id, email: ADA.email } })
  const subjects = subjectsOf('Ada@example.com', ORIGIN.ip)
  expect(attempts.log).toEqual([
    ['begin', subjects],
    ['succeeded', subjects],
  ])
  expect(sessionIn(statements())).toEqual({
    hash: hashOf(token),
    profileId: ADA.id,
    awaits: false,
    expiresAt: expiresAt.toISOString(),
  })
  expect(statements()).toContainEqual(
    auditStatement(actorOf(ADA), ORIGIN, { action: 'account.sign_in', target: 'ada@example.com' }),
  )
})

test.each([
  ['a wrong password', () => [known], 'not it'],
  ['an unknown address', () => [], PASSWORD],
  ['an account without a password', () => [ADA], PASSWORD],
])('%s is refused alike, written down, and stays counted', async (_, rows, password) => {
  const { accounts, attempts, control } = setUp({ rows: rows() })
  await expect(accounts.signIn('ada@example.com', password, ORIGIN)).rejects.toMatchObject({
    code: 'wrong_credentials',
  })
  expect(control.written).toEqual([
    [auditStatement(null, ORIGIN, { action: 'account.sign_in_failed', target: 'ada@example.com' })],
  ])
  expect(attempts.log.map(([what]) => what)).toEqual(['begin'])
})

test('a disabled account is told so after the right password only', async () => {
  const { accounts, control } = setUp({ rows: [{ ...known, is_disabled: true }] })
  await expect(accounts.signIn('ada@example.com', 'not it', ORIGIN)).rejects.toMatchObject({
    code: 'wrong_credentials',
  })
  await expect(accounts.signIn('ada@example.com', PASSWORD, ORIGIN)).rejects.toMatchObject({
    code: 'account_disabled',
  })
  expect(sessionIn(control.written.flat()).hash).toBeUndefined()
})

test('with a verified app the session waits for its code, and is no sign-in yet', async () => {
  const { accounts, statements } = setUp({ rows: [known], factors: [factor(), factor({ verified: false })] })
  const { state, expiresAt } = await accounts.signIn('ada@example.com', PASSWORD, ORIGIN)
  expect(state).toEqual({ status: 'second-factor-needed', email: 'ada@example.com' })
  expect(expiresAt.getTime() - NOW.getTime()).toBe(10 * 60_000)
  expect(sessionIn(statements())).toMatchObject({ awaits: true })
  expect(statements().some(({ sql }) => sql.includes('audit_log'))).toBe(false)
})

test('an app that was never verified is not asked for', async () => {
  const { accounts } = setUp({ rows: [known], factors: [factor({ verified: false })] })
  expect((await accounts.signIn('ada@example.com', PASSWORD, ORIGIN)).state.status).toBe('signed-in')
})

const WAITING = { profileId: ADA.id, sessionId: '00000000-0000-4000-8000-00000000005e' }
const SUBJECTS = subjectsOf(`second factor of ${ADA.id}`, ORIGIN.ip)

test('a code signs in by a new session, takes its step, and ends the waiting one, all at once', async () => {
  const { accounts, attempts, control } = setUp({ rows: [known], factors: [sealed()] })
  const { state, token } = await accounts.secondFactor(WAITING, { code: codeNow() }, ORIGIN)
  expect(state).toEqual({ status: 'signed-in', person: { id: ADA.id, email: ADA.email } })
  const [statements = []] = control.written
  expect(control.written).toHaveLength(1)
  expect(statements.slice(0, 3)).toEqual([
    takeStep(sealed().id, STEP),
    deleteSession(WAITING.sessionId, ADA.id),
    auditStatement(actorOf(ADA), ORIGIN, {
      action: 'account.sign_in',
      target: 'ada@example.com',
      detail: { second_factor: 'authenticator' },
    }),
  ])
  expect(sessionIn(statements)).toMatchObject({ hash: hashOf(token), awaits: false })
  expect(attempts.log).toEqual([
    ['begin', SUBJECTS],
    ['succeeded', SUBJECTS],
  ])
})

test('a recovery code signs in too, and is used by that', async () => {
  const { accounts, control } = setUp({ rows: [known] })
  await accounts.secondFactor(WAITING, { recovery_code: 'AAAA-bbbb-cccc' }, ORIGIN)
  expect(control.written[0]?.[0]).toEqual(takeRecoveryCode(ADA.id, recoveryCodeHash(ADA.id, 'aaaabbbbcccc')))
  expect(control.written[0]?.[2]).toEqual(
    auditStatement(actorOf(ADA), ORIGIN, {
      action: 'account.sign_in',
      target: 'ada@example.com',
      detail: { second_factor: 'recovery code' },
    }),
  )
})

test.each([
  ['wrong', [sealed()], '000000'],
  ['of an app that was never verified', [sealed({ verified: false })], codeNow()],
  ['that was used', [sealed({ last_step: STEP })], codeNow()],
  ['without an app', [], codeNow()],
])('a code that is %s does not sign in', async (_, factors, code) => {
  const { accounts, attempts, control } = setUp({ rows: [known], factors })
  await expect(accounts.secondFactor(WAITING, { code }, ORIGIN)).rejects.toMatchObject({ code: 'wrong_code' })
  expect(control.written).toEqual([])
  expect(attempts.log.map(([what]) => what)).toEqual(['begin'])
})

test('any verified app’s code will do', async () => {
  const other = factor({ id: '00000000-0000-4000-8000-0000000000f2' })
  const otherSealed = { ...other, secret: box.seal(newTotpSecret(), factorPurpose(other.id)) }
  const { accounts, control } = setUp({ rows: [known], factors: [otherSealed, sealed()] })
  await accounts.secondFactor(WAITING, { code: codeNow() }, ORIGIN)
  expect(control.written[0]?.[0]).toEqual(takeStep(sealed().id, STEP))
})

test('a code of an account that is gone is a session that has ended', async () => {
  const { accounts } = setUp({ factors: [sealed()] })
  const asked = accounts.secondFactor(WAITING, { code: codeNow() }, ORIGIN)
  await expect(asked).rejects.toMatchObject({ code: 'signed_out' })
})

test('a code that another request took meanwhile does not sign in, and stays counted', async () => {
  const { accounts, attempts, control } = setUp({ rows: [known], factors: [sealed()] })
  control.answers.push({ ok: false, reason: 'mismatch', statement: 0 })
  const asked = accounts.secondFactor(WAITING, { code: codeNow() }, ORIGIN)
  await expect(asked).rejects.toMatchObject({ code: 'wrong_code' })
  expect(attempts.log.map(([what]) => what)).toEqual(['begin'])
})

test.each([
  ['here', [deleteSession('s1', ADA.id)]],
  ['others', [deleteSessions(ADA.id, 's1')]],
  ['everywhere', endCredentials(ADA.id)],
] as const)('signing out %s', async (scope, deletions) => {
  const { accounts, control } = setUp()
  await accounts.signOut(actorOf(ADA), 's1', scope, ORIGIN)
  const target = 'ada@example.com'
  const audit = auditStatement(actorOf(ADA), ORIGIN, {
    action: 'account.sign_out',
    target,
    detail: { scope },
  })
  expect(control.written).toEqual([[...deletions, audit]])
})

test('a person without an address is signed in and out by name', async () => {
  const local = { ...ADA, email: null }
  const { accounts, control } = setUp()
  const options = { origin: ORIGIN, before: [] }
  const waiting = await accounts.begin(actorOf(local), { awaitsSecondFactor: true, ...options })
  expect(waiting.state).toEqual({ status: 'second-factor-needed', email: '' })
  const begun = await accounts.begin(actorOf(local), { awaitsSecondFactor: false, ...options })
  expect(begun.state).toEqual({ status: 'signed-in' })
  await accounts.signOut(actorOf(local), 's1', 'here', ORIGIN)
  expect(control.written.at(-1)?.at(-1)?.parameters).toContain('')
})
