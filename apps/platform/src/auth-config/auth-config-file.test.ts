import {
  AUTH_DEFAULTS,
  AUTH_HOOK_DEFAULTS,
  AUTH_MAIL_DEFAULTS,
  AUTH_PROVIDER_DEFAULTS,
  type AuthConfig,
} from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { authConfigFile, readAuthConfigFile } from './auth-config-file.js'

const config: AuthConfig = {
  enabled: true,
  disable_signup: false,
  ...AUTH_DEFAULTS,
  ...AUTH_HOOK_DEFAULTS,
  ...AUTH_PROVIDER_DEFAULTS,
  ...AUTH_MAIL_DEFAULTS,
  secrets_set: ['smtp_pass'],
  version: 'x',
}

test('what is written can be read, with its secrets from the environment', () => {
  const text = authConfigFile(config)
  const { secrets_set: _set, version: _version, ...settings } = config
  expect(readAuthConfigFile(text, { SMTP_PASS: 'hush' })).toEqual({ ...settings, smtp_pass: 'hush' })
  expect(text).toContain('"smtp_pass": "env(SMTP_PASS)"')
})

test.each([
  ['{', 'The file is not JSON'],
  ['[]', 'The file must hold an object of settings'],
  ['{"jwt_expiry": 1}', 'There is no setting jwt_expiry here'],
  ['{"jwt_exp": 1}', 'jwt_exp must be at least 60'],
  [
    '{"smtp_pass": "hush"}',
    'smtp_pass must not stand in the file: write env(NAME), and the value into that variable',
  ],
  ['{"smtp_pass": "env(NOBODY)"}', 'smtp_pass: the variable NOBODY is not set'],
  ['{"mailer_templates_invite_content": "<a href={{ .Token }}>"}', /can’t stand here/],
])('%s is refused: %s', (text, sentence) => expect(() => readAuthConfigFile(text, {})).toThrow(sentence))

test('secrets of providers and of Twilio are never written, and read from the environment', () => {
  const set = { ...config, secrets_set: ['external_github_secret', 'sms_twilio_auth_token'] as const }
  const text = authConfigFile({
    ...set,
    secrets_set: [...set.secrets_set],
    external_github_client_id: 'deck',
  })
  expect(JSON.parse(text)).toMatchObject({
    external_github_client_id: 'deck',
    external_github_secret: 'env(EXTERNAL_GITHUB_SECRET)',
    sms_twilio_auth_token: 'env(SMS_TWILIO_AUTH_TOKEN)',
  })
  const env = { EXTERNAL_GITHUB_SECRET: 'one', SMS_TWILIO_AUTH_TOKEN: 'two' }
  expect(readAuthConfigFile(text, env)).toMatchObject({
    external_github_secret: 'one',
    sms_twilio_auth_token: 'two',
  })
  expect(() => readAuthConfigFile('{"external_github_secret": "plain"}', env)).toThrow(
    'external_github_secret',
  )
})
