import { expect, test } from 'vitest'
import { DomainError } from '../kernel/domain-error.js'
import type { Accounts } from './accounts.js'
import { withSignInLog } from './sign-in-log.js'
import { signedInAs } from './signed-in.js'

const origin = { ip: '10.0.0.1', userAgent: 'x', requestId: 'r1' }
const from = { ip: '10.0.0.1', requestId: 'r1' }
const signedIn = { state: { status: 'signed-in', person: { id: 'ada', email: 'ada@example.com' } } }
const waiting = { state: { status: 'second-factor' } }

/** What is logged when every way in ends like this. */
function logged(outcome: () => Promise<unknown>) {
  const lines: unknown[][] = []
  const log = {
    info: (...line: unknown[]) => void lines.push(['info', ...line]),
    warn: (...line: unknown[]) => void lines.push(['warn', ...line]),
  }
  const accounts = {
    setUp: outcome,
    signIn: outcome,
    secondFactor: outcome,
    begin: outcome,
    signOut: outcome,
    other: 'unchanged',
  } as unknown as Accounts
  return { accounts: withSignInLog(accounts, log), lines }
}
const ways: [string, (accounts: Accounts) => Promise<unknown>][] = [
  ['set-up', (accounts) => accounts.setUp({} as never, origin)],
  ['password', (accounts) => accounts.signIn('ada@example.com', 'secret', origin)],
  ['second factor', (accounts) => accounts.secondFactor({} as never, {} as never, origin)],
  ['link', (accounts) => accounts.begin({} as never, { origin } as never)],
]

test.each(ways)('signing in by %s is logged by ids and addresses', async (by, way) => {
  const { accounts, lines } = logged(async () => signedIn)
  expect(await way(accounts)).toBe(signedIn)
  expect(lines).toEqual([['info', { by, ...from, account: 'ada' }, 'signed in']])
})

test('a right password before a second factor is logged as that', async () => {
  const { accounts, lines } = logged(async () => waiting)
  await accounts.signIn('ada@example.com', 'secret', origin)
  expect(lines).toEqual([
    ['info', { by: 'password', ...from }, 'the password was right, the second factor is awaited'],
  ])
})

test.each([
  ['wrong_credentials', 'info'],
  ['too_many_attempts', 'warn'],
] as const)('a refusal with %s is logged with level %s, and is refused all the same', async (code, level) => {
  const { accounts, lines } = logged(() => Promise.reject(new DomainError(code)))
  await expect(accounts.signIn('ada@example.com', 'secret', origin)).rejects.toMatchObject({ code })
  expect(lines).toEqual([[level, { by: 'password', ...from, code }, 'sign-in refused']])
})

test('a fault is not a refusal, and is told where faults are told', async () => {
  const { accounts, lines } = logged(() => Promise.reject(new TypeError('broken')))
  await expect(accounts.signIn('ada@example.com', 'secret', origin)).rejects.toThrow('broken')
  expect(lines).toEqual([])
})

test('signing out is logged; the rest of the accounts is as it was', async () => {
  const { accounts, lines } = logged(async () => undefined)
  await accounts.signOut({ id: 'ada' } as never, 's1', 'here', origin)
  expect(lines).toEqual([['info', { account: 'ada', scope: 'here', ...from }, 'signed out']])
  expect(accounts).toMatchObject({ other: 'unchanged' })
})

test('the browser is told who is here; a profile without an address has no person', () => {
  expect(signedInAs({ id: 'ada', email: 'ada@example.com' } as never)).toEqual(signedIn.state)
  expect(signedInAs({ id: 'local', email: null } as never)).toEqual({ status: 'signed-in' })
})

test('a person without an account here is logged as such', async () => {
  const { accounts, lines } = logged(async () => ({ state: { status: 'signed-in' } }))
  await accounts.signIn('ada@example.com', 'secret', origin)
  expect(lines).toEqual([['info', { by: 'password', ...from, account: undefined }, 'signed in']])
})
