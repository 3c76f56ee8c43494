/** What users are told of afterwards, by the family's client and by members of the project. */
import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import { updateAuthConfig, updateAuthUser } from '@basedeck/platform-client'
import {
  AUTH_MAIL_DEFAULTS,
  AUTH_NOTIFICATIONS,
  type AuthConfigChanges,
  type AuthMailKind,
} from '@basedeck/platform-client/contract'
import { renderAuthMail } from '@basedeck/core/rules'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const PASSWORD = 'correct horse 1'

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running)
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })
  beforeEach(async () => {
    await change({ ...all(true), mailer_autoconfirm: true, security_manual_linking_enabled: true })
    served.auth.mails.length = 0
  })

  const all = (isOn: boolean): AuthConfigChanges =>
    Object.fromEntries(AUTH_NOTIFICATIONS.map((name) => [`mailer_notifications_${name}_enabled`, isOn]))
  async function change(body: AuthConfigChanges): Promise<void> {
    await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
    served.auth.projectChanged('default')
  }
  function clientOf(key = served.anon): GoTrueClient {
    const kept = new Map<string, string>()
    return new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => void kept.set(name, value),
        removeItem: (name: string) => void kept.delete(name),
      },
      storageKey: crypto.randomUUID(),
    })
  }
  const admin = () => clientOf(served.service).admin
  const newEmail = () => `user-${crypto.randomUUID()}@example.org`
  async function signedIn() {
    const email = newEmail()
    const made = await admin().createUser({ email, password: PASSWORD, email_confirm: true })
    const client = clientOf()
    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    return { email, id: made.data.user!.id, client }
  }
  async function sql(query: string): Promise<void> {
    await (await running.life.database('default')).run({ runId: crypto.randomUUID(), query })
  }
  const told = () => served.auth.mails.map(({ kind, to }) => [kind, to])

  test('a changed password and a changed address are told, the address to the old mailbox', async () => {
    const { client, email } = await signedIn()
    await client.updateUser({ password: 'another horse 2' })
    expect(told()).toEqual([['password_changed_notification', email]])
    const next = newEmail()
    expect((await client.updateUser({ email: next })).error).toBeNull()
    expect(told().at(-1)).toEqual(['email_changed_notification', email])
    expect(served.auth.mails.at(-1)?.variables).toMatchObject({ OldEmail: email, Email: next })
  })

  test('an address that both mailboxes confirmed is told once it is changed', async () => {
    await change({ mailer_autoconfirm: false, mailer_max_frequency_s: 0 })
    const { client, email } = await signedIn()
    const next = newEmail()
    await client.updateUser({ email: next })
    const mailTo = (to: string) => served.auth.mails.find((mail) => mail.to === to)!
    await fetch(mailTo(email).variables.ConfirmationURL, { redirect: 'manual' })
    expect(told().some(([kind]) => kind === 'email_changed_notification')).toBe(false)
    await fetch(mailTo(next).variables.ConfirmationURL, { redirect: 'manual' })
    expect(told().at(-1)).toEqual(['email_changed_notification', email])
  })

  test('a second factor is told when it is proved and when it is removed', async () => {
    const { client, email } = await signedIn()
    const { data } = await client.mfa.enroll({ factorType: 'totp' })
    expect(told()).toEqual([])
    const code = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) }).generate()
    expect((await client.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull()
    expect(told()).toEqual([['mfa_factor_enrolled_notification', email]])
    await client.mfa.unenroll({ factorId: data!.id })
    expect(told().at(-1)).toEqual(['mfa_factor_unenrolled_notification', email])
    expect(served.auth.mails.at(-1)?.variables).toMatchObject({ FactorType: 'totp' })
  })

  test('a removed identity is told, and what a program and a member changed', async () => {
    const { client, email, id } = await signedIn()
    await sql(`insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
      values (gen_random_uuid(), 'g-${id}', '${id}', '{"sub": "g1"}', 'github', now(), now())`)
    const identity = (await client.getUserIdentities()).data!.identities.find(
      ({ provider }) => provider === 'github',
    )
    expect((await client.unlinkIdentity(identity!)).error).toBeNull()
    expect(told()).toEqual([['identity_unlinked_notification', email]])
    expect(served.auth.mails[0]?.variables).toMatchObject({ Provider: 'github' })
    const phone = `49170${String(Date.now()).slice(-7)}`
    await admin().updateUserById(id, { phone, password: 'another horse 3' })
    expect(told().slice(1)).toEqual([
      ['password_changed_notification', email],
      ['phone_changed_notification', email],
    ])
    await running.client.call(updateAuthUser, {
      params: { ref: 'default', id },
      body: { ban_duration: '1h' },
    })
    expect(told()).toHaveLength(3)
  })

  test('nothing is told while it is off, nor more than twenty times an hour', async () => {
    const { client, id } = await signedIn()
    await change(all(false))
    await client.updateUser({ password: 'another horse 2' })
    expect(told()).toEqual([])
    await change(all(true))
    for (let at = 0; at < 22; at += 1)
      await admin().updateUserById(id, { phone: `4917012345${String(at).padStart(2, '0')}` })
    expect(told()).toHaveLength(20)
  })
})

test.each(AUTH_NOTIFICATIONS)('the built-in text of %s says what happened', (name) => {
  const kind: AuthMailKind = `${name}_notification`
  const mail = renderAuthMail(
    {
      subject: AUTH_MAIL_DEFAULTS[`mailer_subjects_${kind}`],
      content: AUTH_MAIL_DEFAULTS[`mailer_templates_${kind}_content`],
    },
    {
      ConfirmationURL: '',
      Token: '',
      TokenHash: '',
      RedirectTo: '',
      NewEmail: '',
      Data: {},
      SiteURL: 'https://shop.example',
      Email: 'ada@example.com',
      OldEmail: 'old@example.com',
      Phone: '1',
      OldPhone: '2',
      Provider: '<b>github</b>',
      FactorType: 'totp',
    },
  )
  expect(mail.html).toContain('https://shop.example')
  expect(mail.text).toContain('ada@example.com')
  expect(mail.html).not.toContain('<b>')
})
