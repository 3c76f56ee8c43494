/** The secrets of a project: values that functions and webhooks use by their names. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** A secret without its value. */
export interface VaultSecret {
  id: string
  /** Empty: a secret of the extension that was stored without a name. */
  name: string
  /** Empty: none. */
  description: string
  inserted_at: string
  updated_at: string
  /** Address of the member; null: unknown, as in the extension, or without accounts. */
  made_by: string | null
  changed_by: string | null
}

/** What the vault of a project holds. */
export interface VaultContents {
  /** `extension`: in the project's database, by supabase_vault. `platform`: encrypted with the installation's key. */
  kept_in: 'platform' | 'extension'
  /** By name. */
  secrets: VaultSecret[]
}

/** How long the value of a secret may be, in bytes of UTF-8 (64 KB). */
export const SECRET_MAX_BYTES = 64 * 1024
/** How many secrets a project can have. */
export const SECRETS_MAX = 500
/** How many secrets one call makes. */
export const SECRETS_AT_ONCE = 100
const NAME_MAX_CHARACTERS = 128
const DESCRIPTION_MAX_CHARACTERS = 500
const MAX_BODY = 8 * 1024 * 1024

/** The name of a secret: as of a variable of the environment. */
export const secretName = v.pipe(
  v.string('The name must be a text'),
  v.trim(),
  v.nonEmpty('Enter a name'),
  v.maxLength(NAME_MAX_CHARACTERS, `The name must not be longer than ${NAME_MAX_CHARACTERS} characters`),
  v.regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'A name has letters of A to Z, digits and underscores, and does not begin with a digit',
  ),
)
/** The value of a secret: kept as it is, blanks and line breaks included. */
export const secretValue = v.pipe(
  v.string('The value must be a text'),
  v.nonEmpty('Enter a value'),
  v.maxBytes(SECRET_MAX_BYTES, 'A value has at most 64 KB'),
  v.check((text) => !text.includes('\0'), 'A value can’t hold the character zero'),
  v.check((text) => !/\p{Cs}/u.test(text), 'The value holds half of a character'),
)
const description = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(
    DESCRIPTION_MAX_CHARACTERS,
    `The description must not be longer than ${DESCRIPTION_MAX_CHARACTERS} characters`,
  ),
  v.check((text) => !/\0|\p{Cs}/u.test(text), 'The description holds a character that can’t be stored'),
)

/** A secret that is made. */
export const newSecret = v.object({
  name: secretName,
  value: secretValue,
  description: v.optional(description),
})
/** What `createSecrets` takes. */
export const newSecretsBody = v.object({
  secrets: v.pipe(
    v.array(newSecret),
    v.minLength(1, 'There is no secret to save'),
    v.maxLength(SECRETS_AT_ONCE, `At most ${SECRETS_AT_ONCE} secrets are saved at once`),
    v.check(
      (secrets) => new Set(secrets.map(({ name }) => name)).size === secrets.length,
      'Two of the secrets have the same name',
    ),
  ),
})
/** What `updateSecret` takes; what is left out stays. */
export const secretChanges = v.pipe(
  v.object({
    name: v.optional(secretName),
    value: v.optional(secretValue),
    description: v.optional(description),
  }),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change'),
)

const PATH = '/platform/projects/{ref}/vault'
const shared = { servedBy: 'holder', requires: { ref: 'Project ref is required' } } as const

/** The secrets of a project, without their values. */
export const listSecrets = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'project_settings'),
  response: gives<VaultContents>(),
  ...shared,
})
/** Makes secrets, all or none. 409 `secret_taken` names the first one that exists, `too_many_secrets`. */
export const createSecrets = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('create', 'secrets'),
  audit: true,
  body: newSecretsBody,
  maxBody: MAX_BODY,
  response: gives<{ secrets: VaultSecret[] }>(),
  ...shared,
})
/** Changes a secret. 409 `secret_taken`. */
export const updateSecret = endpoint({
  method: 'PATCH',
  path: `${PATH}/{id}`,
  access: inProject('update', 'secrets'),
  audit: true,
  body: secretChanges,
  response: gives<VaultSecret>(),
  ...shared,
})
/** Shows the value of a secret, which is written into the audit log. */
export const revealSecret = endpoint({
  method: 'POST',
  path: `${PATH}/{id}/reveal`,
  access: inProject('read', 'secrets'),
  carries: 'secret_value',
  audit: true,
  response: gives<{ value: string }>(),
  ...shared,
})
/** Deletes a secret. What uses it by its name finds none from then on. */
export const deleteSecret = endpoint({
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: inProject('delete', 'secrets'),
  audit: true,
  response: gives<{ id: string }>(),
  ...shared,
})
