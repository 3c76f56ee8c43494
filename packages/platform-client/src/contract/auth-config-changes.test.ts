import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AUTH_NUMBERS, authConfigChanges, isHookAddress, isReturnAddress } from './auth-config-changes.js'
import { AUTH_MAIL_DEFAULTS } from './auth-mail-texts.js'
import { AUTH_PROVIDER_DEFAULTS } from './auth-providers.js'
import { AUTH_DEFAULTS, AUTH_HOOK_DEFAULTS, AUTH_SECRETS } from './auth-settings.js'

const problemOf = (body: unknown) => v.safeParse(authConfigChanges, body).issues?.[0]?.message

test('every default can be sent', () => {
  const secrets = Object.fromEntries(AUTH_SECRETS.map((name) => [name, 'hush']))
  const all = {
    enabled: true,
    disable_signup: false,
    ...AUTH_DEFAULTS,
    ...AUTH_HOOK_DEFAULTS,
    ...AUTH_PROVIDER_DEFAULTS,
    ...AUTH_MAIL_DEFAULTS,
  }
  expect(problemOf({ ...all, ...secrets, expected_version: 'x' })).toBeUndefined()
})

test.each(Object.entries(AUTH_NUMBERS))('%s has a least and a most', (name, [least, most]) => {
  expect(problemOf({ [name]: least })).toBeUndefined()
  expect(problemOf({ [name]: most })).toBeUndefined()
  expect(problemOf({ [name]: least - 1 })).toBe(`${name} must be at least ${least}`)
  expect(problemOf({ [name]: most + 1 })).toBe(`${name} must be at most ${most}`)
  expect(problemOf({ [name]: least + 0.5 })).toBe(`${name} must be a whole number`)
})

test.each([
  [{ external_nobody_enabled: true }, 'There is no setting external_nobody_enabled here'],
  ['all', 'The settings must be an object'],
  [{ site_url: 'localhost' }, 'site_url must be an address such as https://example.com'],
  [{ smtp_host: 'a b' }, 'smtp_host must be a host such as smtp.example.com'],
  [{ smtp_sender_name: 'A\r\nBcc: x@y' }, 'smtp_sender_name must be one line'],
  [{ smtp_admin_email: 'a@b,c@d' }, 'smtp_admin_email must be an email address'],
  [{ sms_test_otp: ['123=1'] }, 'Each entry of sms_test_otp must be like 18005550123=123456'],
  [
    { password_required_characters: 'abc' },
    'password_required_characters must be empty or one of the known sets',
  ],
  [{ mailer_subjects_invite: ' ' }, 'mailer_subjects_invite must not be empty'],
  [
    { mailer_templates_invite_content: 'a\n{{ .Nobody }}' },
    'mailer_templates_invite_content: Line 2: {{ .Nobody }} names no variable. There are .ConfirmationURL, .Token, .TokenHash, .SiteURL, .RedirectTo, .Data.key, .Email, .NewEmail, .OldEmail, .Phone, .OldPhone, .Provider, .FactorType',
  ],
])('%j is refused: %s', (body, sentence) => expect(problemOf(body)).toBe(sentence))

test.each([
  ['https://example.com/**', true],
  ['myapp://callback', true],
  ['http://localhost:3000', true],
  ['javascript://x%0aalert(1)', false],
  ['data://x', false],
  ['https:\\\\example.com', false],
  ['https://a b', false],
  ['//example.com', false],
  ['', false],
])('%j is an address to return to: %s', (text, is) => expect(isReturnAddress(text)).toBe(is))

test.each([
  ['https://example.com', true],
  ['https://example.com/hook?x=1', true],
  ['pg-functions://postgres/public/claims', true],
  ['http://example.com', false],
  ['https://me@example.com/', false],
  ['pg-functions://other/public/claims', false],
  ['pg-functions://postgres/claims', false],
])('%j is where a hook may be: %s', (text, is) => expect(isHookAddress(text)).toBe(is))
