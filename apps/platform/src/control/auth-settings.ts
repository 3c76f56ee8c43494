/** How the auth service of a project is set up: the defaults, and what its members changed. */
import {
  AUTH_DEFAULTS,
  AUTH_HOOK_DEFAULTS,
  AUTH_MAIL_DEFAULTS,
  AUTH_PROVIDER_DEFAULTS,
  AUTH_SECRETS,
  type AuthConfig,
  type AuthConfigChanges,
  type AuthSecret,
} from '@basedeck/platform-client/contract'
import type { SecretBox } from '../secrets/secret-box.js'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { secretPurpose } from './project-secrets.js'

/** What is stored: settings that were changed, secrets sealed. */
type Stored = AuthConfigChanges

/** Undefined: there is no such project. */
export async function authConfigOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<AuthConfig | undefined> {
  const row = await storedOf(control, ref)
  if (!row) return undefined
  const stored: Record<string, unknown> = { ...row.auth }
  const secrets_set = AUTH_SECRETS.filter((name) => stored[name] !== undefined)
  for (const name of AUTH_SECRETS) delete stored[name]
  return {
    enabled: false,
    disable_signup: true,
    ...AUTH_DEFAULTS,
    ...AUTH_HOOK_DEFAULTS,
    ...AUTH_PROVIDER_DEFAULTS,
    ...AUTH_MAIL_DEFAULTS,
    ...stored,
    secrets_set,
    version: row.version,
  }
}

/** Undefined: it is not set, or there is no such project. */
export async function authSecretOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  box: Pick<SecretBox, 'open'>,
  ref: string,
  name: AuthSecret,
): Promise<string | undefined> {
  const sealed = (await storedOf(control, ref))?.auth?.[name]
  return sealed === undefined ? undefined : box.open(sealed, secretPurpose(ref, `auth ${name}`))
}

/**
 * @param changes an empty secret removes it
 * @param expected the version that the change is made on; absent: any. Another one touches no row.
 */
export function changeAuth(
  box: Pick<SecretBox, 'seal'>,
  ref: string,
  changes: AuthConfigChanges,
  expected: string | undefined,
): ControlStatement {
  const removed = AUTH_SECRETS.filter((name) => changes[name] === '')
  const kept = Object.entries(changes).filter(([name]) => !removed.some((one) => one === name))
  const sealed = kept.map(([name, value]) => {
    const secret = AUTH_SECRETS.find((one) => one === name)
    return [name, secret ? box.seal(String(value), secretPurpose(ref, `auth ${secret}`)) : value]
  })
  return {
    sql: `update control.projects set auth = (coalesce(auth, '{}') || $2::jsonb) - $4::text[]
      where ref = $1 and ($3::text is null or ${VERSION} = $3)`,
    parameters: [ref, JSON.stringify(Object.fromEntries(sealed)), expected, `{${removed.join(',')}}`],
    expect: 1,
  }
}

async function storedOf(control: Pick<ControlDatabase, 'selectOften'>, ref: string) {
  const [row] = await control.selectOften<{ auth: Stored | null; version: string }>(
    `select auth, ${VERSION} as version from control.projects where ref = $1`,
    [ref],
  )
  return row
}

const VERSION = `md5(coalesce(auth::text, ''))`
