/** A new project in the control plane: its row, its secrets, its keys, all at once or not at all. */
import { randomUUID } from 'node:crypto'
import { insertApiKey } from '../control/api-keys.js'
import type { ControlStatement } from '../control/control-database.js'
import { insertProjectSecret, secretPurpose, type ProjectSecretName } from '../control/project-secrets.js'
import { insertProject, type NewProject } from '../control/projects.js'
import { insertSigningKey } from '../control/signing-keys.js'
import { firstSigningKey } from '../control/first-signing-keys.js'
import { hashOf } from '../secrets/secret-token.js'
import { newApiKey } from '../keys/api-keys.js'
import { lastingKey, newJwtSecret } from '../keys/jwt.js'
import type { SecretBox } from '../secrets/secret-box.js'

export interface NewProjectSecrets {
  /** Until the database is made. */
  owner_password?: string | undefined
  database_url?: string | undefined
  /** JSON. */
  tls?: string | undefined
}

/** All signed keys begin alike, so these characters reveal nothing. */
const SHOWN_OF_LEGACY_KEY = 12

/** It has no secret key: such a key is shown only to the person who makes it. */
export async function newProjectStatements(
  project: NewProject,
  secrets: NewProjectSecrets,
  { box, now }: { box: SecretBox; now: Date },
): Promise<ControlStatement[]> {
  const { ref } = project
  const jwtSecret = newJwtSecret()
  const secret = (name: ProjectSecretName, value: string) =>
    insertProjectSecret(ref, name, box.seal(value, secretPurpose(ref, name)))
  const key = (
    type: 'legacy' | 'publishable',
    name: string,
    made: { apiKey: string; prefix: string; hash: string },
  ) => {
    const id = randomUUID()
    const value = box.seal(made.apiKey, secretPurpose(ref, `api_key ${id}`))
    return insertApiKey({ id, ref, name, type, prefix: made.prefix, hash: made.hash, value })
  }
  const legacy = (role: 'anon' | 'service_role') => {
    const apiKey = lastingKey(role, { secret: jwtSecret, ref, now })
    return key('legacy', role, { apiKey, prefix: apiKey.slice(0, SHOWN_OF_LEGACY_KEY), hash: hashOf(apiKey) })
  }
  const given = Object.entries(secrets) as [ProjectSecretName, string | undefined][]
  return [
    insertProject(project),
    secret('jwt_secret', jwtSecret),
    secret('token_secret', newJwtSecret()),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [secret(name, value)])),
    legacy('anon'),
    legacy('service_role'),
    insertSigningKey({ id: randomUUID(), ref, algorithm: 'HS256', state: 'previous', origin: 'legacy' }),
    insertSigningKey(await firstSigningKey(ref, box)),
    key('publishable', 'default', newApiKey('publishable')),
  ]
}
