/** The contract of how a project's auth service is set up. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../client.js'
import type { AuthConfigChanges } from '../contract/auth-config-changes.js'
import { getAuthConfig, updateAuthConfig } from '../contract/auth-config.js'
import { AUTH_MAIL_DEFAULTS } from '../contract/auth-mail-texts.js'
import { AUTH_PROVIDER_DEFAULTS } from '../contract/auth-providers.js'
import { AUTH_DEFAULTS, AUTH_HOOK_DEFAULTS } from '../contract/auth-settings.js'
import { failureOf, refusal } from './refusal.js'

const params = { ref: 'default' }
const START = {
  enabled: true,
  disable_signup: false,
  ...AUTH_DEFAULTS,
  ...AUTH_HOOK_DEFAULTS,
  ...AUTH_PROVIDER_DEFAULTS,
  ...AUTH_MAIL_DEFAULTS,
}

/**
 * Registers the tests of the settings of the auth service.
 * @param connect gives a client of a running platform whose project `default` was just made
 */
export function describeAuthConfigContract(name: string, connect: () => Promise<Client> | Client): void {
  describe(`${name} keeps the contract of the auth service’s settings`, () => {
    const read = async () => (await connect()).call(getAuthConfig, { params })
    const change = async (body: AuthConfigChanges & { expected_version?: string }) =>
      (await connect()).call(updateAuthConfig, { params, body })

    test('a new project has it on and takes sign-ups, with the defaults', async () => {
      expect(await read()).toEqual({ ...START, secrets_set: [], version: expect.any(String) })
    })

    test('what is changed is stored, and the rest stays', async () => {
      const { version } = await read()
      const uri_allow_list = ['https://example.com/**']
      const changed = await change({ jwt_exp: 600, uri_allow_list, expected_version: version })
      expect(changed).toMatchObject({ ...START, jwt_exp: 600, uri_allow_list })
      expect(changed.version).not.toBe(version)
      expect(await change({ mailer_subjects_invite: 'Come in' })).toMatchObject({
        jwt_exp: 600,
        mailer_subjects_invite: 'Come in',
      })
      await change(START)
      expect(await read()).toMatchObject(START)
    })

    test('a secret is stored and never answered, kept by a change that leaves it out, and removed by an empty one', async () => {
      const { version } = await read()
      const set = await change({ smtp_pass: 'hush-hush', smtp_host: 'smtp.example.com' })
      expect(set).toMatchObject({ smtp_host: 'smtp.example.com', secrets_set: ['smtp_pass'] })
      expect(set.version).not.toBe(version)
      expect(JSON.stringify([set, await change({ smtp_port: 465 })])).not.toContain('hush-hush"')
      expect((await read()).secrets_set).toEqual(['smtp_pass'])
      expect(await change({ smtp_pass: '', smtp_host: '', smtp_port: 587 })).toMatchObject({
        secrets_set: [],
      })
    })

    test('the secret of a provider is never answered', async () => {
      const set = await change({
        external_google_client_id: 'one, two',
        external_google_secret: 'hush-google',
        external_google_enabled: true,
      })
      expect(set).toMatchObject({
        external_google_client_id: 'one, two',
        secrets_set: ['external_google_secret'],
      })
      expect(JSON.stringify([set, await read()])).not.toContain('"hush-google"')
      await change({
        external_google_client_id: '',
        external_google_secret: '',
        external_google_enabled: false,
      })
    })

    test('a change of older settings is refused with the stored ones, and changes nothing', async () => {
      const { version } = await read()
      await change({ password_min_length: 8 })
      const failure = await failureOf(change({ password_min_length: 9, expected_version: version }))
      expect(failure).toMatchObject({ status: 409, code: 'stale' })
      expect(failure.body).toMatchObject({ stored: { password_min_length: 8 } })
      expect(await read()).toMatchObject({ password_min_length: 8 })
      await change({ password_min_length: START.password_min_length })
    })

    test.each<[string, object]>([
      ['a setting that nobody knows', { external_nobody_enabled: true }],
      ['a provider without the application’s id', { external_google_enabled: true }],
      ['an issuer that has no address', { external_oidc_enabled: true, external_oidc_client_id: 'one' }],
      ['an issuer whose address is not HTTPS', { external_oidc_url: 'http://issuer.example.com' }],
      ['text messages that nobody can send', { sms_provider: 'twilio' }],
      ['a text message without its code', { sms_template: 'Hello' }],
      ['a CAPTCHA that has no secret', { security_captcha_enabled: true }],
      ['a hook that has no place', { hook_custom_access_token_enabled: true }],
      ['an address that runs code', { site_url: 'javascript://x%0aalert(1)' }],
      [
        'a template with a variable that is not there',
        { mailer_templates_recovery_content: '{{ .Nobody }}' },
      ],
      ['a host with a line break', { smtp_host: 'smtp.example.com\r\nx' }],
      ['a number as a text', { jwt_exp: '3600' }],
    ])('%s is refused, and changes nothing', async (_, body) => {
      const before = await read()
      expect(await refusal(change(body))).toEqual([400, 'invalid_body'])
      expect(await read()).toEqual(before)
    })

    test('an unknown project is not found', async () => {
      const client = await connect()
      const nobody = { ref: 'nobody' }
      expect(await refusal(client.call(getAuthConfig, { params: nobody }))).toEqual([
        404,
        'project_not_found',
      ])
      const changing = client.call(updateAuthConfig, { params: nobody, body: { enabled: true } })
      expect(await refusal(changing)).toEqual([404, 'project_not_found'])
    })
  })
}
