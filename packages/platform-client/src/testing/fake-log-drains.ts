/** Log drains of the fake platform's projects. Nothing is sent; a test sets the progress that it wants to see. */
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  LOG_DRAINS_MAX,
  testLogDrain,
  updateLogDrain,
  type LogDrain,
  type LogDrainTarget,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

const NOTHING_SENT: LogDrain['progress'] = {
  sent: 0,
  behind: 0,
  oldest_at: null,
  lost: 0,
  refused: 0,
  last_sent_at: null,
  next_at: null,
  error: null,
}

export function logDrainRoutes(world: FakeWorld): FakeRoute[] {
  const told = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  const of = (ref: string | undefined) => (projectOf(world, ref).logDrains ??= [])
  const one = ({ ref, id }: Record<string, string>) => {
    const found = of(ref).find(({ shown }) => shown.id === id)
    if (!found) throw new FakeRefusal(404, 'log_drain_not_found', 'The project has no such drain')
    return found
  }
  const refuseTaken = (ref: string | undefined, name: string) => {
    if (of(ref).some(({ shown }) => shown.name === name))
      throw new FakeRefusal(409, 'log_drain_taken', 'There is a drain of this name already')
  }
  return [
    fakeRoute(listLogDrains, ({ params }) =>
      of(params['ref'])
        .map(({ shown }) => shown)
        .toSorted((first, other) => (first.name < other.name ? -1 : 1)),
    ),
    fakeRoute(createLogDrain, ({ params, body }) => {
      const { name, target, headers = [], secret_access_key: key, sources = null, enabled = true } = body
      refuseTaken(params['ref'], name)
      if (of(params['ref']).length >= LOG_DRAINS_MAX)
        throw new FakeRefusal(
          409,
          'too_many_log_drains',
          'A project can have at most 10 drains; delete one first',
        )
      if (target.type === 's3' && key === undefined) throw missing('Enter the secret key of the store')
      const at = tick(world)
      const shown: LogDrain = {
        id: newId(),
        name,
        target,
        headers: target.type === 's3' ? [] : namesOf(headers, []),
        sources,
        enabled,
        progress: NOTHING_SENT,
        created_at: at,
        updated_at: at,
      }
      of(params['ref']).push({ shown })
      told(projectOf(world, params['ref']), 'log_drain.create', name)
      return shown
    }),
    fakeRoute(updateLogDrain, ({ params, body }) => {
      const { shown } = one(params)
      const { headers, secret_access_key: key, ...changes } = body
      if (changes.name !== undefined && changes.name !== shown.name) refuseTaken(params['ref'], changes.name)
      const target = changes.target ?? shown.target
      const isSame = originOf(target) === originOf(shown.target)
      if (target.type === 's3' && key === undefined && !(isSame && shown.target.type === 's3'))
        throw missing('Enter the secret key of the store')
      const given = headers ?? shown.headers.map((name) => ({ name }))
      const names = target.type === 's3' ? [] : namesOf(given, isSame ? shown.headers : [])
      told(projectOf(world, params['ref']), 'log_drain.update', shown.name)
      const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      return Object.assign(shown, set, { headers: names, updated_at: tick(world) })
    }),
    fakeRoute(deleteLogDrain, ({ params }) => {
      const found = one(params)
      const project = projectOf(world, params['ref'])
      project.logDrains = of(params['ref']).filter((known) => known !== found)
      told(project, 'log_drain.delete', found.shown.name)
      return { id: found.shown.id }
    }),
    fakeRoute(testLogDrain, ({ params }) => {
      const { shown, answer = { status: 204, reason: null, answer: null } } = one(params)
      told(projectOf(world, params['ref']), 'log_drain.test', shown.name)
      const { status } = answer
      return { ...answer, accepted: status !== null && status >= 200 && status < 300, took_ms: 12 }
    }),
  ]
}

function originOf(target: LogDrainTarget): string {
  return new URL(target.type === 's3' ? target.endpoint : target.url).origin
}

function namesOf(
  given: readonly { name: string; value?: string | undefined }[],
  known: readonly string[],
): string[] {
  return given.map(({ name, value }) => {
    if (value === undefined && !known.includes(name)) throw missing(`Enter a value for the header ${name}`)
    return name
  })
}

function missing(message: string): FakeRefusal {
  return new FakeRefusal(400, 'log_drain_secret_missing', message)
}
