import {
  AUTH_DEFAULTS,
  AUTH_HOOK_DEFAULTS,
  AUTH_MAIL_DEFAULTS,
  AUTH_PROVIDER_DEFAULTS,
  AUTH_SETTING_NAMES,
  type AuthConfig,
} from '@basedeck/platform-client/contract'
import { expect, test } from 'vitest'
import { authChangesOf, authFieldKind, authProblem, authValues, type AuthField } from './settings-form.js'

const config: AuthConfig = {
  enabled: true,
  disable_signup: false,
  ...AUTH_DEFAULTS,
  ...AUTH_HOOK_DEFAULTS,
  ...AUTH_PROVIDER_DEFAULTS,
  ...AUTH_MAIL_DEFAULTS,
  uri_allow_list: ['https://a.example', 'https://b.example/**'],
  secrets_set: ['smtp_pass'],
  version: '1',
}
const NAMES = AUTH_SETTING_NAMES as readonly AuthField[]

test('every setting is shown as it is, and would be sent as it was', () => {
  const values = authValues(config, NAMES)
  for (const field of NAMES) {
    const kind = authFieldKind(field)
    expect([field, typeof values[field]]).toEqual([field, kind === 'switch' ? 'boolean' : 'string'])
    expect([field, authProblem(field, values[field] ?? '')]).toEqual([field, null])
  }
  const { secrets_set: _set, version: _version, ...settings } = config
  expect(authChangesOf(values)).toEqual(settings)
})

test.each<[AuthField, string, unknown]>([
  ['jwt_exp', ' 600 ', 600],
  ['uri_allow_list', ' https://a.example \n\n', ['https://a.example']],
  ['site_url', ' https://a.example ', 'https://a.example'],
  ['mailer_templates_invite_content', ' a\n', ' a\n'],
  ['smtp_pass', ' a ', ' a '],
])('%s typed as %j is sent as %j', (field, typed, value) => {
  expect(authProblem(field, typed)).toBeNull()
  expect(authChangesOf({ [field]: typed })).toEqual({ [field]: value })
})

test.each<[AuthField, string | boolean, unknown]>([
  ['jwt_exp', '59', { reason: 'outside', least: 60, most: 604_800 }],
  ['jwt_exp', '', { reason: 'outside', least: 60, most: 604_800 }],
  ['smtp_port', '1.5', { reason: 'outside', least: 1, most: 65_535 }],
  [
    'site_url',
    'here',
    { reason: 'said', sentence: 'site_url must be an address such as https://example.com' },
  ],
  [
    'mailer_templates_invite_content',
    '{{ .Token',
    { reason: 'said', sentence: 'Line 1: braces are opened and not closed, or the other way round' },
  ],
])('%s can’t be %j', (field, typed, problem) => expect(authProblem(field, typed)).toEqual(problem))

test('a secret that is left empty is not sent', () => {
  expect(authChangesOf({ smtp_pass: '' })).toEqual({})
})
