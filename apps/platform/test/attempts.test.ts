/** Guessing is slowed down, without shutting out others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAttempts,
  mailSubjectsOf,
  subjectsOf,
  waitSeconds,
  type Subject,
} from '../src/accounts/attempts.js'
import { testControl, type TestControl } from './test-control.js'

let control: TestControl
beforeAll(async () => {
  control = await testControl()
})
afterAll(() => control.remove())

/** Seconds that an attempt has to wait; 0 when it may begin. */
async function waits(subjects: Subject[]): Promise<number> {
  return createAttempts(control)
    .begin(subjects)
    .then(
      () => 0,
      (error: { retryAfterSeconds: number }) => error.retryAfterSeconds,
    )
}

/** Time passes for all that failed. */
const pass = (seconds: number) =>
  control.write([
    {
      sql: 'update control.attempts set last_failed_at = last_failed_at - make_interval(secs => $1)',
      parameters: [seconds],
    },
  ])

/** Guesses as fast as allowed. */
async function guess(subjects: Subject[], times: number): Promise<void> {
  for (let attempt = 0; attempt < times; attempt++) {
    await pass((await waits(subjects)) + 1)
    await waits(subjects)
  }
}

test.each([
  [0, 0],
  [4, 0],
  [5, 5],
  [6, 10],
  [12, 640],
  [13, 900],
  [100, 900],
])('after %i failures of one account from one place: %i s', (failures, seconds) => {
  const [pair] = subjectsOf('ada', '10.0.0.1')
  expect(pair && waitSeconds(failures, pair)).toBe(seconds)
})

test('fifty mistakes of one colleague do not shut out the office', async () => {
  const colleague = subjectsOf('colleague@example.com', '10.0.0.2')
  await guess(colleague, 60)
  expect(await waits(colleague)).toBeGreaterThan(60)
  expect(await waits(subjectsOf('ada@example.com', '10.0.0.2'))).toBeLessThanOrEqual(5)
})

test('a stranger elsewhere does not lock an account out of its owner’s place', async () => {
  for (let place = 0; place < 40; place++) await guess(subjectsOf('owner@example.com', `10.1.0.${place}`), 2)
  expect(await waits(subjectsOf('owner@example.com', '10.0.0.3'))).toBeLessThanOrEqual(30)
})

test('a mailbox is not flooded, whoever requests the mails', async () => {
  for (let person = 0; person < 5; person++)
    expect(await waits(mailSubjectsOf(`person ${person}`, 'victim@example.com'))).toBe(0)
  expect(await waits(mailSubjectsOf('another one', 'VICTIM@example.com'))).toBeGreaterThan(0)
})

test.each([
  ['an account from one place', () => subjectsOf('flo@example.com', '10.2.0.1'), 5],
  ['an account from many places', (n: number) => subjectsOf('gus@example.com', `10.3.0.${n}`), 20],
  ['a place with many accounts', (n: number) => subjectsOf(`person-${n}@example.com`, '10.4.0.1'), 50],
])('%s: so many attempts are free, and not one more', async (_, subjectsAt, free) => {
  for (let attempt = 0; attempt < free; attempt++) expect(await waits(subjectsAt(attempt))).toBe(0)
  expect(await waits(subjectsAt(free))).toBe(5)
})

test('a successful sign-in clears the account’s failures; the address keeps all but one', async () => {
  const subjects = subjectsOf('hal@example.com', '10.5.0.1')
  for (let attempt = 0; attempt < 5; attempt++) await waits(subjects)
  expect(await waits(subjects)).toBeGreaterThan(0)
  await createAttempts(control).succeeded(subjects)
  expect(await waits(subjects)).toBe(0)
  const [place] = await control.select<{ failures: number }>(
    `select failures from control.attempts where subject = 'place 10.5.0.1'`,
  )
  expect(place).toEqual({ failures: 5 })
})

test('free attempts at the same moment don’t refuse each other: the one that began later may be written first', async () => {
  const subjects = subjectsOf('ida@example.com', '10.6.0.1')
  expect(await waits(subjects)).toBe(0)
  await pass(-1)
  expect(await waits(subjects)).toBe(0)
})
