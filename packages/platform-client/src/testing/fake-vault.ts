/** Secrets of the fake platform's projects. */
import {
  createSecrets,
  deleteSecret,
  listSecrets,
  revealSecret,
  SECRETS_MAX,
  updateSecret,
  type VaultSecret,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeSecret, type FakeWorld } from './fake-world.js'

export function vaultRoutes(world: FakeWorld): FakeRoute[] {
  const told = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  return [
    fakeRoute(listSecrets, ({ params }) => ({
      kept_in: 'platform' as const,
      secrets: projectOf(world, params['ref'])
        .vault.map(shown)
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    })),
    fakeRoute(createSecrets, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      for (const { name } of body.secrets) refuseTaken(found, name)
      if (found.vault.length + body.secrets.length > SECRETS_MAX)
        throw new FakeRefusal(
          409,
          'too_many_secrets',
          'A project can have at most 500 secrets; delete one first',
        )
      const by = world.caller.profile.primary_email
      const made = body.secrets.map(({ name, value, description = '' }): FakeSecret => {
        const at = tick(world)
        return {
          id: newId(),
          name,
          value,
          description,
          inserted_at: at,
          updated_at: at,
          made_by: by,
          changed_by: by,
        }
      })
      found.vault = [...found.vault, ...made]
      told(found, 'secret.create', made.map(({ name }) => name).join(', '))
      return { secrets: made.map(shown) }
    }),
    fakeRoute(updateSecret, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      const secret = secretIn(found, params['id'])
      const { name = secret.name, value = secret.value, description = secret.description } = body
      if (name !== secret.name) refuseTaken(found, name)
      told(found, 'secret.update', secret.name)
      const changed_by = world.caller.profile.primary_email
      Object.assign(secret, { name, value, description, changed_by, updated_at: tick(world) })
      return shown(secret)
    }),
    fakeRoute(revealSecret, ({ params }) => {
      const found = projectOf(world, params['ref'])
      const { name, value } = secretIn(found, params['id'])
      told(found, 'secret.reveal', name)
      return { value }
    }),
    fakeRoute(deleteSecret, ({ params }) => {
      const found = projectOf(world, params['ref'])
      const { id, name } = secretIn(found, params['id'])
      found.vault = found.vault.filter((one) => one.id !== id)
      told(found, 'secret.delete', name)
      return { id }
    }),
  ]
}

function shown({ value: _value, ...secret }: FakeSecret): VaultSecret {
  return secret
}

function refuseTaken({ vault }: FakeProject, name: string): void {
  if (vault.some((one) => one.name === name))
    throw new FakeRefusal(409, 'secret_taken', `There is a secret ${name} already`)
}

function secretIn({ vault }: FakeProject, id: string | undefined): FakeSecret {
  const found = vault.find((one) => one.id === id)
  if (!found) throw new FakeRefusal(404, 'not_found', 'Secret not found')
  return found
}
