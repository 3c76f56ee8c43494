/** What administrators and the operator do to accounts, and what is refused. */
import { expect, test } from 'vitest'
import {
  deleteAccountRow,
  disableAccount,
  enableAccount,
  resetFactors,
  setAdministrator,
  type AccountRow,
} from '../control/accounts.js'
import { auditStatement } from '../control/audit.js'
import { proveAddress } from '../control/credentials.js'
import { accountText, userCommandText } from '../text/accounts.js'
import {
  createAccountAdministration,
  OPERATOR,
  type AccountAdministration,
} from './account-administration.js'
import { ADA, ORIGIN } from './testing/people.js'
import { toldControl } from '../control/testing/told-control.js'
import { answerOperator } from './user-commands.js'

const ROW: AccountRow = {
  id: ADA.id,
  first_name: 'Ada',
  email: 'ada@example.com',
  is_email_proved: false,
  is_administrator: false,
  is_disabled: false,
  is_mfa_enabled: false,
  inserted_at: ADA.created_at,
  last_seen_at: null,
  organizations: 1,
} as AccountRow
const BO = { actor: { id: 'bo', name: 'Bo', email: 'bo@example.com' }, origin: ORIGIN }
const SELF = { actor: { id: ADA.id, name: 'Ada', email: 'ada@example.com' }, origin: ORIGIN }

function setUp({
  row = ROW,
  onlyOwnerOf = [] as string[],
}: { row?: AccountRow | null; onlyOwnerOf?: string[] } = {}) {
  const rows = row === null ? [] : [row]
  const control = toldControl({
    'from control.organizations': onlyOwnerOf.map((name) => ({ name })),
    'count(*)::int as count from': [{ count: rows.length }],
    'and not p.is_local': rows,
    'limit $2 offset $3': rows,
    'lower(email) = lower($1)': row === null ? [] : [ADA],
  })
  return { control, administration: createAccountAdministration(control) }
}
const audited = (action: string, by = BO) =>
  auditStatement(by.actor, by.origin, { action: `account.${action}`, target: 'ada@example.com' })

type Change = (administration: AccountAdministration) => Promise<unknown>
test.each<[string, Change, object[]]>([
  ['address_proved', (all) => all.prove(ADA.id, BO), proveAddress(ADA.id)],
  ['disable', (all) => all.disable(ADA.id, BO), disableAccount(ADA.id)],
  ['enable', (all) => all.enable(ADA.id, BO), [enableAccount(ADA.id)]],
  ['administrator', (all) => all.setAdministrator(ADA.id, true, BO), setAdministrator(ADA.id, true)],
  ['no_administrator', (all) => all.setAdministrator(ADA.id, false, BO), setAdministrator(ADA.id, false)],
  ['factors_reset', (all) => all.resetFactors(ADA.id, BO), resetFactors(ADA.id)],
  ['delete', (all) => all.delete(ADA.id, BO), deleteAccountRow(ADA.id)],
])('%s is written with its line of the audit log', async (action, change, statements) => {
  const { control, administration } = setUp()
  await change(administration)
  expect(control.written).toEqual([[...statements, audited(action)]])
})

test('what ended is told', async () => {
  const { control, administration } = setUp()
  control.answers.push({ ok: true, rows: [['session', null, 'session'], ['access token'], []] })
  expect(await administration.disable(ADA.id, BO)).toEqual({ sessions: 2, accessTokens: 1 })
})

test('a proved address is not proved again: nothing ends', async () => {
  const { control, administration } = setUp({ row: { ...ROW, is_email_proved: true } })
  expect(await administration.prove(ADA.id, BO)).toEqual({ sessions: 0, accessTokens: 0 })
  expect(control.written).toEqual([])
})

test.each<[string, Change]>([
  ['disabled', (all) => all.disable(ADA.id, SELF)],
  ['deleted', (all) => all.delete(ADA.id, SELF)],
])('one’s own account is not %s', async (_, change) => {
  const { control, administration } = setUp()
  await expect(change(administration)).rejects.toMatchObject({ code: 'own_account' })
  expect(control.written).toEqual([])
})

test('one’s own second factor may be reset', async () => {
  const { control, administration } = setUp()
  await administration.resetFactors(ADA.id, SELF)
  expect(control.written).toHaveLength(1)
})

test('the operator may do it to anyone', async () => {
  const { control, administration } = setUp()
  await administration.disable(ADA.id, OPERATOR)
  expect(control.written[0]?.at(-1)).toEqual(
    auditStatement(null, null, { action: 'account.disable', target: 'ada@example.com' }),
  )
})

test('the only owner of an organization is not deleted', async () => {
  const { control, administration } = setUp({ onlyOwnerOf: ['Acme', 'Other'] })
  await expect(administration.delete(ADA.id, BO)).rejects.toMatchObject({
    code: 'last_owner',
    message: accountText.onlyOwner('Acme'),
  })
  expect(control.written).toEqual([])
})

test.each([
  [{ ok: false, reason: 'mismatch', statement: 1 }, 'last_administrator'],
  [{ ok: false, reason: 'mismatch', statement: 2 }, 'not_found'],
  [{ ok: false, reason: 'taken', constraint: 'x' }, 'not_found'],
] as const)('a write that was refused as %j is told as %s', async (answer, code) => {
  const { control, administration } = setUp()
  control.answers.push(answer)
  await expect(administration.disable(ADA.id, BO)).rejects.toMatchObject({ code })
})

test('an unknown account is not found, and nothing is written', async () => {
  const { control, administration } = setUp({ row: null })
  const notFound = { code: 'not_found', message: accountText.notFound }
  await expect(administration.find(ADA.id)).rejects.toMatchObject(notFound)
  await expect(administration.enable(ADA.id, BO)).rejects.toMatchObject(notFound)
  expect(control.written).toEqual([])
})

const EMAIL = 'ada@example.com'
const operate = (control: ReturnType<typeof toldControl>, command: string | null, email = EMAIL) =>
  answerOperator({ command, email } as Parameters<typeof answerOperator>[0], {
    control,
    publicUrl: 'https://db.example.com',
  })
const none = userCommandText.revoked(0, 0)

test.each([
  ['prove', userCommandText.proved(EMAIL, none), 'address_proved', proveAddress(ADA.id)],
  ['disable', userCommandText.disabled(EMAIL, none), 'disable', disableAccount(ADA.id)],
  ['enable', userCommandText.enabled(EMAIL), 'enable', [enableAccount(ADA.id)]],
  ['reset-factors', userCommandText.factorsReset(EMAIL, none), 'factors_reset', resetFactors(ADA.id)],
  ['administrator', userCommandText.administrator(EMAIL), 'administrator', setAdministrator(ADA.id, true)],
  ['delete', userCommandText.deleted(EMAIL), 'delete', deleteAccountRow(ADA.id)],
])('the operator’s command %s does it and says so', async (command, line, action, statements) => {
  const { control } = setUp()
  expect(await operate(control, command)).toEqual({ lines: [line] })
  const audit = auditStatement(null, null, { action: `account.${action}`, target: EMAIL })
  expect(control.written).toEqual([[...statements, audit]])
})

test('the operator’s command reset prints a link, which was not mailed', async () => {
  const { control } = setUp()
  const answer = await operate(control, 'reset')
  const [sentence, link] = 'lines' in answer ? answer.lines : []
  expect(sentence).toBe(userCommandText.reset)
  expect(link).toMatch(/^https:\/\/db\.example\.com\/reset-password\?token=[\w-]{43}$/)
  expect(control.written[0]?.[1]?.parameters?.[2]).toBe(false)
})

test('the operator’s command prove says that there is nothing to do', async () => {
  const { control } = setUp({ row: { ...ROW, is_email_proved: true } })
  expect(await operate(control, 'prove')).toEqual({ lines: [userCommandText.alreadyProved(EMAIL)] })
  expect(control.written).toEqual([])
})

test('a refusal is the operator’s answer; an error of the program is thrown', async () => {
  const { control } = setUp({ onlyOwnerOf: ['Acme'] })
  expect(await operate(control, 'delete')).toEqual({ error: `${accountText.onlyOwner('Acme')}.` })
  const broken = { ...setUp().control, write: () => Promise.reject(new TypeError('a bug')) }
  await expect(operate(broken, 'enable')).rejects.toThrow('a bug')
})

test('an unknown command and an unknown address are named', async () => {
  const { control } = setUp({ row: null })
  expect(await operate(control, 'promote')).toEqual({ error: userCommandText.unknownCommand('promote') })
  expect(await operate(control, 'enable')).toEqual({ error: userCommandText.unknownEmail(EMAIL) })
})

test.each([
  [{}, 'address not verified'],
  [
    { is_administrator: true, is_disabled: true, is_email_proved: true, is_mfa_enabled: true },
    'administrator  disabled  second factor',
  ],
])('the list names each account with its remarks: %j', async (more, remarks) => {
  const { control } = setUp({ row: { ...ROW, ...more } })
  expect(await operate(control, null)).toEqual({ lines: [`ada@example.com  Ada  ${remarks}`] })
})

test('the list has all accounts', async () => {
  const asked: (readonly unknown[])[] = []
  const control = toldControl({
    'limit $2 offset $3': (parameters) => {
      asked.push(parameters)
      return []
    },
  })
  expect(await operate(control, null)).toEqual({ lines: [] })
  expect(asked).toEqual([[undefined, 10_000, 0]])
})
