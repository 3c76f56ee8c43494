/** The keys of the fake platform's projects. */
import {
  createApiKey,
  createTemporaryKey,
  deleteApiKey,
  getTemporaryKey,
  KEY_GRACE_SECONDS,
  listApiKeys,
  rotateApiKey,
  type ApiKey,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

type StoredKey = FakeProject['keys'][number]

/** The keys that a new project has. */
export function firstKeys(ref: string, at: string): StoredKey[] {
  return [
    key('anon', 'legacy', `eyJ.anon.${ref}`, at),
    key('service_role', 'legacy', `eyJ.service.${ref}`, at),
    key('default', 'publishable', `sb_publishable_${ref}`, at),
    key('default', 'secret', `sb_secret_${ref}`, at),
  ]
}

export function keyRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(listApiKeys, ({ params, query }) => {
      const { project, keys } = projectOf(world, params['ref'])
      const reveal = query.reveal === true
      const may = maySeeSecrets(world, project.organization_slug)
      if (reveal) record(world, about(project, 'api_key.reveal', project.name))
      return keys.map((stored) => shown(stored, reveal && may))
    }),
    fakeRoute(createApiKey, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      const { name, type, description = null } = body
      if (found.keys.some((other) => other.name === name && other.type === type && other.ends_at === null))
        throw new FakeRefusal(409, 'name_taken', 'This name is already taken')
      const at = tick(world)
      const made = key(name, type, `sb_${type}_${world.now}`, at)
      made.description = description
      found.keys = [...found.keys, made]
      record(world, about(found.project, 'api_key.create', name))
      return { ...shown(made, false), api_key: made.secret }
    }),
    fakeRoute(rotateApiKey, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      const old = found.keys.find(({ id }) => id === params['id'])
      if (!old || old.type === 'legacy' || old.ends_at !== null)
        throw new FakeRefusal(
          404,
          'not_found',
          'Key not found, or it can’t be rotated: legacy keys can’t, and no key can twice',
        )
      const at = tick(world)
      old.ends_at = new Date(Date.parse(at) + (body.grace_seconds ?? KEY_GRACE_SECONDS) * 1000).toISOString()
      const made = key(old.name, old.type, `sb_${old.type}_${world.now}`, at)
      made.description = old.description
      found.keys = [...found.keys, made]
      record(world, about(found.project, 'api_key.rotate', old.name))
      return { ...shown(made, false), api_key: made.secret }
    }),
    fakeRoute(deleteApiKey, ({ params }) => {
      const found = projectOf(world, params['ref'])
      const gone = found.keys.find(({ id }) => id === params['id'])
      if (!gone || gone.type === 'legacy')
        throw new FakeRefusal(404, 'not_found', 'Key not found, or it can’t be deleted without its project')
      found.keys = found.keys.filter((other) => other !== gone)
      record(world, about(found.project, 'api_key.delete', gone.name))
      return { id: gone.id }
    }),
    ...[getTemporaryKey, createTemporaryKey].map((endpoint) =>
      fakeRoute(endpoint, ({ params }) => {
        const { ref, name, organization_slug: slug } = projectOf(world, params['ref']).project
        record(world, { slug, action: 'api_key.temporary', target: name, project_ref: ref })
        return { api_key: `temporary.${ref}.key` }
      }),
    ),
  ]
}

function key(name: string, type: ApiKey['type'], secret: string, at: string): StoredKey {
  return {
    id: newId(),
    name,
    type,
    secret,
    api_key: null,
    prefix: secret.slice(0, 14),
    hash: secret,
    description: null,
    inserted_at: at,
    updated_at: at,
    last_used_at: null,
    ends_at: null,
  }
}

/** What row-level security does not hold back is a secret. */
function isSecret({ name, type }: ApiKey): boolean {
  return type === 'secret' || name === 'service_role'
}

function shown({ secret, ...stored }: StoredKey, reveal: boolean): ApiKey {
  const isHashed = stored.type === 'secret'
  return { ...stored, api_key: isHashed || (isSecret(stored) && !reveal) ? null : secret }
}

export function maySeeSecrets({ caller }: FakeWorld, slug: string): boolean {
  return caller.permissions.some(
    ({ actions, resources, organization_slug }) =>
      organization_slug === slug &&
      actions.some((action) => action === '%' || action === 'read') &&
      resources.some((resource) => resource === '%' || resource === 'service_api_keys'),
  )
}

function about({ organization_slug, ref }: FakeProject['project'], action: string, target: string) {
  return { slug: organization_slug, action, target, project_ref: ref }
}
