/** A part of the page of log drains: alerts on the lines of the project. */
import { LOG_ALERT_ROLES, type LogAlert, type LogAlertEvent } from '@basedeck/platform-client'
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
  alert: LogAlert
}

/** One time that an alert fired, as its row shows it. */
export interface LogAlertEventRow {
  id: string
  firedAt: string
  /** Null: it still fires. */
  endedAt: string | null
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

/** Of an address: a search that an alert is to be made of. */
const ALERT_SEARCH = 'alert'
const LOADING: Remote<never> = { status: 'loading' }

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
    blames: { log_alert_taken: 'name', log_alert_query: 'query' },
    async submit(values) {
      const editing = $editing.get()
      if (!editing) return
      const body = logAlertBody(values)
      if (editing.type === 'new') await mutate(queries, logAlertCreation(client, ref), body)
      else await mutate(queries, logAlertUpdate(client, ref), { id: editing.alert.id, body })
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
  const start = (query: string) => {
    form.start({ ...NEW_LOG_ALERT, query })
    $editing.set({ type: 'new' })
  }
  // The page of the logs leads here with its search.
  let asked = new URLSearchParams(context.router.$route.get().location.search).get(ALERT_SEARCH)
  keptRights.push(
    $mayChange.subscribe(({ disabled }) => {
      if (disabled || asked === null) return
      start(asked.trim() === '' ? NEW_LOG_ALERT.query : asked)
      asked = null
    }),
  )

  return {
    alerts: createSortedList($rows, { name: ({ name }) => name }),
    $mayChange,
    form,
    $editing,
    choices: LOG_ALERT_CHOICES,
    chooseRoles: (roles) =>
      form.set(
        'roles',
        LOG_ALERT_ROLES.filter((role) => roles.includes(role)),
      ),
    add() {
      if (!$mayChange.get().disabled) start(NEW_LOG_ALERT.query)
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

function rowOf(alert: LogAlert): LogAlertRow {
  const { id, name, query, comparison, limit, minutes, for_minutes, value, enabled, firing_since } = alert
  return {
    id,
    name,
    query: query === '' ? text.allLines : query,
    condition: text.condition(comparison, limit, minutes, for_minutes),
    state: !enabled
      ? { label: text.off, tone: 'quiet' }
      : firing_since !== null
        ? { label: text.fires, tone: 'bad' }
        : value === null
          ? { label: text.unknown, tone: 'busy' }
          : { label: text.quiet, tone: 'good' },
    value: text.value(value),
    alert,
  }
}

function eventOf({ id, fired_at, ended_at, value, comparison, limit }: LogAlertEvent): LogAlertEventRow {
  return {
    id,
    firedAt: fired_at,
    endedAt: ended_at,
    value: text.value(value),
    why: text.why(comparison, limit),
  }
}
