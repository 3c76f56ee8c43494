import { expect, test } from 'vitest'
import type { ControlDatabase } from '../control/control-database.js'
import { createAttempts, invitationSubjectsOf, mailSubjectsOf, subjectsOf, waitSeconds } from './attempts.js'

/** A control plane that accepts a write or not, and has these rows by subject. */
function controlThat(ok: boolean, rows: Record<string, { failures: number; since: number }> = {}) {
  const written: { sql: string; parameters?: readonly unknown[] }[] = []
  const control = {
    write: async (statements: typeof written) => {
      written.push(...statements)
      return { ok }
    },
    select: async (_sql: string, [name]: readonly string[]) => (name && rows[name] ? [rows[name]] : []),
  }
  return { attempts: createAttempts(control as unknown as ControlDatabase), written }
}

test('an account is counted for its address, for itself, and its address for itself', () => {
  expect(subjectsOf('Ada@Example.com', '10.0.0.1')).toEqual([
    { name: 'account ada@example.com from 10.0.0.1', free: 5, longestSeconds: 900 },
    { name: 'account ada@example.com', free: 20, longestSeconds: 30 },
    { name: 'place 10.0.0.1', free: 50, longestSeconds: 5 },
  ])
  expect(subjectsOf('ada', null).map(({ name }) => name)).toEqual(['account ada from nowhere', 'account ada'])
})

test('mails are counted for who causes them, and for the mailbox', () => {
  expect(mailSubjectsOf('p1', 'Ada@Example.com')).toEqual([
    { name: 'mails by p1', free: 30, longestSeconds: 900 },
    { name: 'mails to ada@example.com', free: 5, longestSeconds: 900 },
  ])
})

test('mailed invitations have a count of their own, that a team of a hundred does not reach', () => {
  const [sender, mailbox] = invitationSubjectsOf('p1', 'Ada@Example.com')
  expect(sender).toEqual({ name: 'invitations by p1', free: 250, longestSeconds: 900 })
  expect(mailbox).toEqual({ name: 'mails to ada@example.com', free: 5, longestSeconds: 900 })
})

test.each([
  [19, 0],
  [20, 5],
  [21, 10],
  [22, 20],
  [23, 30],
  [40, 30],
])('after %i failures of one account from everywhere: %i s', (failures, seconds) => {
  expect(waitSeconds(failures, { free: 20, longestSeconds: 30 })).toBe(seconds)
})

test('an attempt is counted for all of its subjects at once', async () => {
  const { attempts, written } = controlThat(true)
  await attempts.begin(subjectsOf('ada', '10.0.0.1'))
  expect(written.map(({ parameters }) => parameters)).toEqual([
    ['account ada from 10.0.0.1'],
    ['account ada'],
    ['place 10.0.0.1'],
  ])
})

test('who must wait is told the longest of the waits, in whole seconds', async () => {
  const { attempts } = controlThat(false, {
    'account ada from 10.0.0.1': { failures: 6, since: 2.5 },
    'account ada': { failures: 20, since: 1 },
  })
  await expect(attempts.begin(subjectsOf('ada', '10.0.0.1'))).rejects.toMatchObject({
    code: 'too_many_attempts',
    retryAfterSeconds: 8,
  })
})

test('who would have to wait no more is told to wait a second', async () => {
  const { attempts } = controlThat(false, { 'account ada': { failures: 20, since: 60 } })
  await expect(attempts.begin(subjectsOf('ada', null))).rejects.toMatchObject({ retryAfterSeconds: 1 })
})

test('a success forgives the account everything, and its address one failure', async () => {
  const { attempts, written } = controlThat(true)
  await attempts.succeeded(subjectsOf('ada', '10.0.0.1'))
  expect(written.map(({ sql, parameters }) => [sql.split(' ')[0], parameters])).toEqual([
    ['delete', ['account ada from 10.0.0.1']],
    ['delete', ['account ada']],
    ['update', ['place 10.0.0.1']],
  ])
})
