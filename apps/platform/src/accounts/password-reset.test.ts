/** Links that set a new password: to whom, for how long, once, and what ends with them. */
import { expect, test } from 'vitest'
import { auditStatement } from '../control/audit.js'
import { endCredentials, proveAddress } from '../control/credentials.js'
import { setPassword } from '../control/profiles.js'
import { hashOf } from '../secrets/secret-token.js'
import { actorOf } from './accounts.js'
import { isPassword } from './password-hash.js'
import { createPasswordResets } from './password-reset.js'
import { ADA, ORIGIN } from './testing/people.js'
import { toldControl } from '../control/testing/told-control.js'

function setUp({ mailed, profiles = [ADA] }: { mailed?: boolean; profiles?: (typeof ADA)[] } = {}) {
  const asked: unknown[] = []
  const control = toldControl({
    'from control.password_resets': (parameters) => {
      asked.push(parameters)
      return mailed === undefined ? [] : [{ profile_id: ADA.id, mailed }]
    },
    'control.profiles': profiles,
  })
  return { control, asked, resets: createPasswordResets(control) }
}

test.each([true, false])('a link is stored as a hash, for an hour; mailed: %s', async (isMailed) => {
  const { resets, control } = setUp()
  const token = (await resets.begin('ada@example.com', ORIGIN, isMailed)) ?? ''
  const [[expired, link, audit] = []] = control.written
  expect(expired?.sql).toBe('delete from control.password_resets where expires_at < now()')
  expect(link?.sql).toMatch(/insert into control\.password_resets .*now\(\) \+ interval '60 minutes'/s)
  expect(link?.parameters).toEqual([hashOf(token), ADA.id, isMailed])
  expect(audit).toEqual(
    auditStatement(actorOf(ADA), ORIGIN, { action: 'account.reset_begin', target: 'ada@example.com' }),
  )
})

test('a link that the operator makes is the operator’s change', async () => {
  const { resets, control } = setUp({ profiles: [{ ...ADA, email: null }] })
  await resets.begin('ada@example.com', null, false)
  expect(control.written[0]?.at(-1)).toEqual(
    auditStatement(null, null, { action: 'account.reset_begin', target: '' }),
  )
})

test('an address without an account has no link, and nothing is written', async () => {
  const { resets, control } = setUp({ profiles: [] })
  expect(await resets.begin('ada@example.com', ORIGIN, true)).toBeUndefined()
  expect(control.written).toEqual([])
})

test.each([
  [true, proveAddress(ADA.id)],
  [false, endCredentials(ADA.id)],
])(
  'a link sets the password and ends what there was; one that was mailed (%s) proves the address',
  async (mailed, ended) => {
    const { resets, control, asked } = setUp({ mailed })
    expect(await resets.finish('token', 'a new long password', ORIGIN)).toBe(ADA.id)
    const [[used, changed, ...rest] = []] = control.written
    expect(used).toEqual({
      sql: 'delete from control.password_resets where token_hash = $1 and expires_at > now()',
      parameters: [hashOf('token')],
      expect: 1,
    })
    expect(asked).toEqual([[hashOf('token')]])
    const hash = String(changed?.parameters?.[1])
    expect(changed).toEqual(setPassword(ADA.id, hash))
    expect(await isPassword('a new long password', hash)).toBe(true)
    expect(rest).toEqual([
      ...ended,
      auditStatement(actorOf(ADA), ORIGIN, { action: 'account.password_reset', target: 'ada@example.com' }),
    ])
  },
)

test('the password of a person without an address is reset too', async () => {
  const { resets, control } = setUp({ mailed: false, profiles: [{ ...ADA, email: null }] })
  await resets.finish('token', 'a new long password', ORIGIN)
  expect(control.written[0]?.at(-1)?.parameters).toContain('')
})

test.each([
  ['is unknown or has expired', {}],
  ['is of an account that is gone', { mailed: true, profiles: [] }],
])('a link that %s changes nothing', async (_, options) => {
  const { resets, control } = setUp(options)
  await expect(resets.finish('token', 'a new long password', ORIGIN)).rejects.toMatchObject({
    code: 'link_used',
  })
  expect(control.written).toEqual([])
})

test('a link that another request used meanwhile is refused', async () => {
  const { resets, control } = setUp({ mailed: true })
  control.answers.push({ ok: false, reason: 'mismatch', statement: 0 })
  await expect(resets.finish('token', 'a new long password', ORIGIN)).rejects.toMatchObject({
    code: 'link_used',
  })
})
