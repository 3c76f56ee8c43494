/** A part of the page of log drains: alerts on the lines and the figures of the project. */
import {
  LOG_ALERT_FIGURES,
  LOG_ALERT_ROLES,
  type LogAlert,
  type LogAlertEvent,
  type LogAlertKind,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  logAlertCreation,
  logAlertDeletion,
  logAlertEventsQuery,
  logAlertSecret,
  logAlertsQuery,
  logAlertTest,
  logAlertUpdate,
} from '../../data/log-alerts.js'
import { savedLogQueriesQuery } from '../../data/saved-log-queries.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { logAlertsText as text } from '../../text/log-alerts.js'
import type { Needs } from '../context.js'
import type { RowAction } from '../query/snippet-actions.js'
import {
  alertAmount,
  limitUnit,
  LOG_ALERT_CHOICES,
  logAlertBody,
  logAlertForm,
  logAlertValues,
  NEW_LOG_ALERT,
  type LogAlertValues,
} from './log-alert-form.js'

/** One alert as its row shows it. */
export interface LogAlertRow {
  id: string
  name: string
  query: string
  condition: string
  state: { label: string; tone: StatusTone }
  value: string
  /** Why it can’t be checked; null: it can. */
  problem: string | null
  alert: LogAlert
}

/** One time that an alert fired, as its row shows it. */
export interface LogAlertEventRow {
  id: string
  firedAt: string
  /** Null: it still fires. */
  endedAt: string | null
  /** What was found; why it could not be checked. */
  value: string
  why: string
}

/** Alerts on the lines of a project. */
export interface LogAlertsPart extends Disposable {
  readonly alerts: SortedList<LogAlertRow>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly form: Form<LogAlertValues>
  /** What the form is open for; null: it is closed. */
  readonly $editing: ReadableAtom<{ type: 'new' } | { type: 'known'; alert: LogAlert } | null>
  readonly choices: typeof LOG_ALERT_CHOICES
  /** What the limit is typed in: `%`, `ms`, `MB`; null: a plain number. */
  readonly $unit: ReadableAtom<string | null>
  /** Saved queries of the explorer, whose SQL an alert can take. */
  readonly $savedQueries: ReadableAtom<readonly { id: string; name: string }[]>
  takeSavedQuery(id: string): void
  chooseRoles(roles: readonly string[]): void
  add(): void
  closeForm(): void
  actions(row: LogAlertRow): readonly RowAction[]
  readonly deletion: Confirmation<LogAlert>
  /** The alert whose history is shown; null: none. */
  readonly $shown: ReadableAtom<LogAlertRow | null>
  readonly $events: ReadableAtom<Remote<LogAlertEventRow[]>>
  showHistory(row: LogAlertRow): void
  closeHistory(): void
}

/** Of an address: a search, SQL or a figure that an alert is to be made of. */
const ASKED: Readonly<Record<LogAlertKind, string>> = {
  lines: 'alert',
  sql: 'alert-sql',
  figure: 'alert-figure',
}
const LOADING: Remote<never> = { status: 'loading' }

function searchWithoutAlert(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of Object.values(ASKED)) query.delete(name)
  return query.size === 0 ? '' : `?${query}`
}

export function createLogAlerts(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref }: { ref: string },
): LogAlertsPart {
  const { client, queries, host } = context
  const $alerts = queries.store(logAlertsQuery(client, ref))
  const $editing = atom<ReturnType<LogAlertsPart['$editing']['get']>>(null)
  const $shownId = atom<string | null>(null)
  const $eventsRead = queries.follow(
    computed($shownId, (id) => (id === null ? null : logAlertEventsQuery(client, ref, id))),
  )
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'project_settings' },
    text.mayNot,
  )
  const $mayReveal = projectControlState(
    context,
    ref,
    { action: 'read', resource: 'secrets' },
    text.mayNotReveal,
  )
  const updating = createMutation(queries, logAlertUpdate(client, ref))
  const deleting = createMutation(queries, logAlertDeletion(client, ref))
  const testing = createMutation(queries, logAlertTest(client, ref))
  const revealing = createMutation(queries, logAlertSecret(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const failure = (message: string) =>
    host.notifier.notify({ kind: 'error', message: errorText.title(message) })

  const form = createForm({
    schema: logAlertForm,
    initial: NEW_LOG_ALERT,
    blames: { log_alert_taken: 'name', log_alert_limit: 'limit' },
    async submit(values) {
      const editing = $editing.get()
      if (!editing) return
      const body = logAlertBody(values)
      if (editing.type === 'new') await mutate(queries, logAlertCreation(client, ref), body)
      else {
        const { kind: _kind, ...changes } = body
        await mutate(queries, logAlertUpdate(client, ref), { id: editing.alert.id, body: changes })
      }
      $editing.set(null)
      success(editing.type === 'new' ? text.added(body.name) : text.edited(body.name))
    },
  })

  async function turn({ id, name, enabled }: LogAlert): Promise<void> {
    const outcome = await updating.run({ id, body: { enabled: !enabled } })
    if (outcome.type === 'failed') failure(outcome.error.message)
    else success(enabled ? text.turnedOff(name) : text.turnedOn(name))
  }

  async function test({ id, name }: LogAlert): Promise<void> {
    const outcome = await testing.run({ id })
    if (outcome.type === 'failed') failure(outcome.error.message)
    else success(text.tested(name))
  }

  async function copySecret({ id }: LogAlert): Promise<void> {
    const outcome = await revealing.run({ id })
    if (outcome.type === 'failed') return failure(outcome.error.message)
    if (await copyText(host, outcome.data.secret)) success(text.copied)
  }

  const deletion = createConfirmation<LogAlert>(async ({ id, name }) => {
    const outcome = await deleting.run({ id })
    if (outcome.type === 'done') {
      if ($shownId.get() === id) $shownId.set(null)
      success(text.deleted(name))
    }
    return outcome
  })

  const $rows = computed($alerts, (remote): Remote<LogAlertRow[]> =>
    remote.status === 'ready' ? { ...remote, data: remote.data.map(rowOf) } : remote,
  )
  const keptRights = [$mayChange.listen(() => undefined), $mayReveal.listen(() => undefined)]
  const start = (values: Partial<LogAlertValues>) => {
    form.start({ ...NEW_LOG_ALERT, ...values })
    $editing.set({ type: 'new' })
  }
  const $found = queries.store(savedLogQueriesQuery(client, ref))
  const $saved = computed($found, (found) => (found.status === 'ready' ? found.data : []))
  // The pages of the logs and the reports lead here with what they show.
  const { pathname, search, hash } = context.router.$route.get().location
  let asked = askedOf(new URLSearchParams(search))
  keptRights.push(
    $mayChange.subscribe(({ disabled, hint }) => {
      if (asked === null) return
      if (disabled) {
        if (hint === undefined) return
        asked = null
        return failure(hint)
      }
      start(asked)
      asked = null
      // It opens once: a reload would ask for the same alert again.
      context.router.open(pathname + searchWithoutAlert(search) + hash, { replace: true })
    }),
  )

  return {
    alerts: createSortedList($rows, { name: ({ name }) => name }),
    $mayChange,
    form,
    $editing,
    choices: LOG_ALERT_CHOICES,
    $unit: computed(form.$values, limitUnit),
    $savedQueries: computed($saved, (saved) => saved.map(({ id, name }) => ({ id, name }))),
    takeSavedQuery(id) {
      const saved = $saved.get().find((one) => one.id === id)
      if (!saved) return
      form.set('sql', saved.content.sql)
      if (form.$values.get().name.trim() === '') form.set('name', saved.name)
    },
    chooseRoles: (roles) =>
      form.set(
        'roles',
        LOG_ALERT_ROLES.filter((role) => roles.includes(role)),
      ),
    add() {
      if (!$mayChange.get().disabled) start({})
    },
    closeForm: () => $editing.set(null),
    actions({ alert }) {
      const { hint } = $mayChange.get()
      const { hint: secretHint } = $mayReveal.get()
      const hinted = hint === undefined ? {} : { hint }
      return [
        {
          id: 'edit',
          label: text.edit,
          ...hinted,
          run() {
            form.reset()
            form.start(logAlertValues(alert))
            $editing.set({ type: 'known', alert })
          },
        },
        { id: 'test', label: text.test, ...hinted, run: () => void test(alert) },
        {
          id: 'turn',
          label: alert.enabled ? text.turnOff : text.turnOn,
          ...hinted,
          run: () => void turn(alert),
        },
        ...(alert.url === null
          ? []
          : [
              {
                id: 'secret',
                label: text.copySecret,
                ...(secretHint === undefined ? {} : { hint: secretHint }),
                run: () => void copySecret(alert),
              },
            ]),
        { id: 'delete', label: text.delete, isDangerous: true, ...hinted, run: () => deletion.ask(alert) },
      ]
    },
    deletion,
    $shown: computed([$rows, $shownId], (remote, id) =>
      remote.status === 'ready' ? (remote.data.find((row) => row.id === id) ?? null) : null,
    ),
    $events: computed($eventsRead, (remote): Remote<LogAlertEventRow[]> =>
      remote?.status === 'ready' ? { ...remote, data: remote.data.map(eventOf) } : (remote ?? LOADING),
    ),
    showHistory: ({ id }) => $shownId.set(id),
    closeHistory: () => $shownId.set(null),
    dispose() {
      for (const end of keptRights) end()
    },
  }
}

/** Null: the address asks for no alert. */
function askedOf(search: URLSearchParams): Partial<LogAlertValues> | null {
  const query = search.get(ASKED.lines)
  if (query !== null) return query.trim() === '' ? {} : { query }
  const sql = search.get(ASKED.sql)
  if (sql !== null) return sql.trim() === '' ? { kind: 'sql' } : { kind: 'sql', sql }
  const figure = LOG_ALERT_FIGURES.find((one) => one === search.get(ASKED.figure))
  return figure === undefined ? null : { kind: 'figure', figure }
}

function rowOf(alert: LogAlert): LogAlertRow {
  const { id, name, kind, query, minutes, for_minutes, value, problem } = alert
  return {
    id,
    name,
    query: text.asked(kind, query),
    condition: text.condition(limitWords(alert), minutes, for_minutes),
    state: stateOf(alert),
    value: alertAmount({ kind, query }, value),
    problem,
    alert,
  }
}

function stateOf({ enabled, firing_since, problem, value }: LogAlert): LogAlertRow['state'] {
  if (!enabled) return { label: text.off, tone: 'quiet' }
  if (firing_since !== null) return { label: text.fires, tone: 'bad' }
  if (problem !== null) return { label: text.unchecked, tone: 'bad' }
  return value === null ? { label: text.unknown, tone: 'busy' } : { label: text.quiet, tone: 'good' }
}

function eventOf(event: LogAlertEvent): LogAlertEventRow {
  const { id, fired_at, ended_at, kind, query, value, problem } = event
  return {
    id,
    firedAt: fired_at,
    endedAt: ended_at,
    value: alertAmount({ kind, query }, value),
    why: problem ?? text.why(limitWords(event), text.asked(kind, query)),
  }
}

function limitWords({
  kind,
  query,
  comparison,
  limit,
}: Pick<LogAlert, 'kind' | 'query' | 'comparison' | 'limit'>) {
  return text.limitWords(kind, comparison, alertAmount({ kind, query }, limit))
}
