/** The settings of an auth service as a file: what is written, and what is read of one. Secrets stand as `env(NAME)`. */
import { safeParse } from 'valibot'
import {
  AUTH_SECRETS,
  authConfigChanges,
  type AuthConfig,
  type AuthConfigChanges,
} from '@basedeck/platform-client/contract'
import { unsendableTemplate } from '../mail/auth/unsendable.js'
import { authConfigText } from '../text/auth-config.js'

/** As JSON, by name. A secret that is set is written as the variable that its value is read from. */
export function authConfigFile({ secrets_set, version: _version, ...settings }: AuthConfig): string {
  const secrets = secrets_set.map((name) => [name, `env(${name.toUpperCase()})`])
  const all = Object.entries({ ...settings, ...Object.fromEntries(secrets) })
  const sorted = all.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted), null, 2)
}

const VARIABLE = /^env\((\w+)\)$/

/** What the file changes. Settings and secrets that it leaves out stay as they are. @throws Error with a sentence */
export function readAuthConfigFile(text: string, env: NodeJS.ProcessEnv): AuthConfigChanges {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch (cause) {
    throw new Error(authConfigText.noJson, { cause })
  }
  const parsed = safeParse(authConfigChanges, withSecrets(read, env))
  if (!parsed.success) throw new Error(parsed.issues[0].message)
  const { expected_version: _version, ...changes } = parsed.output
  const sentence = unsendableTemplate(changes)
  if (sentence !== undefined) throw new Error(sentence)
  return changes
}

function withSecrets(read: unknown, env: NodeJS.ProcessEnv): unknown {
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error(authConfigText.noObject)
  return Object.fromEntries(
    Object.entries(read).map(([name, value]: [string, unknown]) => {
      if (!AUTH_SECRETS.some((one) => one === name)) return [name, value]
      const variable = VARIABLE.exec(typeof value === 'string' ? value : '')?.[1]
      if (variable === undefined) throw new Error(authConfigText.plainSecret(name))
      const secret = env[variable]
      if (secret === undefined || secret === '') throw new Error(authConfigText.noVariable(name, variable))
      return [name, secret]
    }),
  )
}
