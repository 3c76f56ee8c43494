/** Alerts on the logs of the fake platform's projects. Nothing is counted; a test sets what it wants to see. */
import {
  createLogAlert,
  deleteLogAlert,
  listLogAlertEvents,
  listLogAlerts,
  LOG_ALERTS_MAX,
  revealLogAlertSecret,
  testLogAlert,
  isLogAlertLimit,
  LOG_ALERT_FIGURES,
  LOG_ALERT_SEARCH_CHARS,
  updateLogAlert,
  type LogAlert,
  type LogAlertKind,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeWorld } from './fake-world.js'

export function logAlertRoutes(world: FakeWorld): FakeRoute[] {
  const told = (ref: string | undefined, action: string, target: string) => {
    const { project } = projectOf(world, ref)
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  }
  const of = (ref: string | undefined) => (projectOf(world, ref).logAlerts ??= [])
  const one = ({ ref, id }: Record<string, string>) => {
    const found = of(ref).find(({ shown }) => shown.id === id)
    if (!found) throw new FakeRefusal(404, 'log_alert_not_found', 'The project has no such alert')
    return found
  }
  const refuse = (
    ref: string | undefined,
    kind: LogAlertKind,
    given: { name?: string | undefined; query?: string | undefined; limit?: number | undefined },
  ) => {
    const { name, query, limit } = given
    if (query !== undefined && !mayAsk(kind, query))
      throw new FakeRefusal(400, 'log_alert_query', 'The search of the alert can’t be read')
    if (limit !== undefined && !isLogAlertLimit(kind, limit))
      throw new FakeRefusal(400, 'log_alert_limit', 'Enter a limit that fits what is compared')
    if (of(ref).some(({ shown }) => shown.name === name))
      throw new FakeRefusal(409, 'log_alert_taken', 'There is an alert of this name already')
  }
  return [
    fakeRoute(listLogAlerts, ({ params }) =>
      of(params['ref'])
        .map(({ shown }) => shown)
        .toSorted((first, other) => (first.name < other.name ? -1 : 1)),
    ),
    fakeRoute(createLogAlert, ({ params, body }) => {
      const { kind = 'lines' } = body
      refuse(params['ref'], kind, body)
      if (of(params['ref']).length >= LOG_ALERTS_MAX)
        throw new FakeRefusal(
          409,
          'too_many_log_alerts',
          'A project can have at most 50 alerts; delete one first',
        )
      const at = tick(world)
      const { for_minutes = 0, mail_roles = [], url = null, enabled = true, ...given } = body
      const shown: LogAlert = {
        id: newId(),
        ...given,
        kind,
        for_minutes,
        mail_roles,
        url,
        enabled,
        value: null,
        checked_at: null,
        firing_since: null,
        problem: null,
        created_at: at,
        updated_at: at,
      }
      of(params['ref']).push({ shown, secret: `whsec_${newId()}`, events: [] })
      told(params['ref'], 'log_alert.create', given.name)
      return shown
    }),
    fakeRoute(updateLogAlert, ({ params, body }) => {
      const { shown } = one(params)
      const { name, ...changes } = body
      refuse(params['ref'], shown.kind, { ...changes, name: name === shown.name ? undefined : name })
      told(params['ref'], 'log_alert.update', shown.name)
      const set = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      return Object.assign(shown, set, { updated_at: tick(world) })
    }),
    fakeRoute(deleteLogAlert, ({ params }) => {
      const found = one(params)
      const project = projectOf(world, params['ref'])
      project.logAlerts = of(params['ref']).filter((known) => known !== found)
      told(params['ref'], 'log_alert.delete', found.shown.name)
      return { id: found.shown.id }
    }),
    fakeRoute(listLogAlertEvents, ({ params }) => one(params).events),
    fakeRoute(testLogAlert, ({ params }) => {
      const { shown } = one(params)
      told(params['ref'], 'log_alert.test', shown.name)
      return { id: shown.id }
    }),
    fakeRoute(revealLogAlertSecret, ({ params }) => {
      const { shown, secret } = one(params)
      told(params['ref'], 'log_alert.reveal_secret', shown.name)
      return { secret }
    }),
  ]
}

/** SQL is not run here. */
function mayAsk(kind: LogAlertKind, query: string): boolean {
  if (kind === 'figure') return LOG_ALERT_FIGURES.some((one) => one === query)
  if (kind === 'sql') return /^\s*(select|with)\b/i.test(query)
  return query.length <= LOG_ALERT_SEARCH_CHARS && !/\p{Cc}/u.test(query) && query.split('"').length % 2 === 1
}
