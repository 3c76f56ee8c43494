/** `/project/{ref}/settings/log-drains`: where the lines of a project's logs are sent, and how far. SPEC §2 */
import { LOG_SOURCES, type LogDrain } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  logDrainCreation,
  logDrainDeletion,
  logDrainsQuery,
  logDrainTest,
  logDrainUpdate,
} from '../../data/log-drains.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { logDrainsText as text } from '../../text/log-drains.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import { createLogAlerts, type LogAlertsPart } from './log-alerts.js'
import {
  LOG_DRAIN_CHOICES,
  logDrainBody,
  logDrainForm,
  logDrainValues,
  NEW_LOG_DRAIN,
  type LogDrainValues,
} from './log-drain-form.js'

/** One drain as its row shows it. */
export interface LogDrainRow {
  id: string
  name: string
  type: string
  /** An address, or the store and the bucket. */
  target: string
  sources: string
  state: { label: string; tone: StatusTone }
  /** Why nothing is accepted; null: it is. */
  problem: string | null
  /** What was sent, waits, was lost and refused, each as words. */
  progress: readonly string[]
  /** ISO 8601; null: never. */
  lastSentAt: string | null
  drain: LogDrain
}

/** The page of log drains. */
export interface LogDrainsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly drains: SortedList<LogDrainRow>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly form: Form<LogDrainValues>
  /** What the form is open for; null: it is closed. */
  readonly $editing: ReadableAtom<{ type: 'new' } | { type: 'known'; drain: LogDrain } | null>
  readonly choices: typeof LOG_DRAIN_CHOICES
  chooseSources(sources: readonly string[]): void
  add(): void
  closeForm(): void
  actions(row: LogDrainRow): readonly RowAction[]
  /** Sends a line, and tells what became of it: the sentence that is shown. */
  test(drain: LogDrain): Promise<string>
  readonly deletion: Confirmation<LogDrain>
  readonly alerts: LogAlertsPart
}

export function createLogDrainsScreen(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): LogDrainsScreen {
  const { client, queries, host } = context
  const $drains = queries.store(logDrainsQuery(client, ref))
  const $editing = atom<ReturnType<LogDrainsScreen['$editing']['get']>>(null)
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'project_settings' },
    text.mayNot,
  )
  const updating = createMutation(queries, logDrainUpdate(client, ref))
  const deleting = createMutation(queries, logDrainDeletion(client, ref))
  const testing = createMutation(queries, logDrainTest(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const problem = (message: string) => host.notifier.notify({ kind: 'error', message })
  const failure = (message: string) => problem(errorText.title(message))

  const form = createForm({
    schema: logDrainForm,
    initial: NEW_LOG_DRAIN,
    blames: { log_drain_taken: 'name' },
    async submit(values) {
      const editing = $editing.get()
      if (!editing) return
      const body = logDrainBody(values)
      if (editing.type === 'new') await mutate(queries, logDrainCreation(client, ref), body)
      else await mutate(queries, logDrainUpdate(client, ref), { id: editing.drain.id, body })
      $editing.set(null)
      success(editing.type === 'new' ? text.added(body.name) : text.edited(body.name))
    },
  })

  async function turn({ id, name, enabled }: LogDrain): Promise<void> {
    const outcome = await updating.run({ id, body: { enabled: !enabled } })
    if (outcome.type === 'failed') failure(outcome.error.message)
    else success(enabled ? text.turnedOff(name) : text.turnedOn(name))
  }

  async function test({ id, name }: LogDrain): Promise<string> {
    const outcome = await testing.run({ id })
    if (outcome.type === 'failed') {
      failure(outcome.error.message)
      return outcome.error.message
    }
    const { accepted, status, took_ms } = outcome.data
    const told = accepted
      ? text.tested(name, status, took_ms)
      : text.testFailed(name, failureOf(outcome.data))
    if (accepted) success(told)
    else problem(told)
    return told
  }

  const deletion = createConfirmation<LogDrain>(async ({ id, name }) => {
    const outcome = await deleting.run({ id })
    if (outcome.type === 'done') success(text.deleted(name))
    return outcome
  })

  const $rows = computed($drains, (remote): Remote<LogDrainRow[]> =>
    remote.status === 'ready' ? { ...remote, data: remote.data.map(rowOf) } : remote,
  )
  const alerts = createLogAlerts(context, { ref })
  const endRights = $mayChange.listen(() => undefined)

  return {
    title,
    gate,
    drains: createSortedList($rows, {
      name: ({ name }) => name,
      target: ({ type, target }) => `${type} ${target}`,
    }),
    $mayChange,
    form,
    $editing,
    choices: LOG_DRAIN_CHOICES,
    chooseSources: (sources) =>
      form.set(
        'sources',
        LOG_SOURCES.filter((source) => sources.includes(source)),
      ),
    add() {
      if ($mayChange.get().disabled) return
      form.start(NEW_LOG_DRAIN)
      $editing.set({ type: 'new' })
    },
    closeForm: () => $editing.set(null),
    actions({ drain }) {
      const { hint } = $mayChange.get()
      const hinted = hint === undefined ? {} : { hint }
      return [
        {
          id: 'edit',
          label: text.edit,
          ...hinted,
          run() {
            form.reset()
            form.start(logDrainValues(drain))
            $editing.set({ type: 'known', drain })
          },
        },
        { id: 'test', label: text.test, ...hinted, run: () => void test(drain) },
        {
          id: 'turn',
          label: drain.enabled ? text.turnOff : text.turnOn,
          ...hinted,
          run: () => void turn(drain),
        },
        { id: 'delete', label: text.delete, isDangerous: true, ...hinted, run: () => deletion.ask(drain) },
      ]
    },
    test,
    deletion,
    alerts,
    dispose() {
      alerts.dispose()
      endRights()
    },
  }
}

function rowOf(drain: LogDrain): LogDrainRow {
  const { id, name, target, sources, enabled, progress } = drain
  const { sent, behind, lost, refused, error, last_sent_at } = progress
  return {
    id,
    name,
    type: text.types[target.type],
    target: target.type === 's3' ? storeOf(target) : target.url,
    sources: sources === null ? text.allSources : sources.map((source) => text.source[source]).join(', '),
    state: !enabled
      ? { label: text.off, tone: 'quiet' }
      : error === null
        ? { label: text.on, tone: 'good' }
        : { label: text.retrying, tone: 'bad' },
    problem: enabled && error !== null ? failureOf(error) : null,
    progress: [
      text.sent(sent),
      ...(behind > 0 ? [text.behind(behind)] : []),
      ...(lost > 0 ? [text.lost(lost)] : []),
      ...(refused > 0 ? [text.refused(refused)] : []),
    ],
    lastSentAt: last_sent_at,
    drain,
  }
}

function storeOf({ endpoint, bucket, prefix }: { endpoint: string; bucket: string; prefix: string }): string {
  return [endpoint, bucket, ...(prefix === '' ? [] : [prefix])].join('/')
}

function failureOf({
  status,
  reason,
  answer,
}: {
  status: number | null
  reason: string | null
  answer: string | null
}): string {
  const failed = text.failed(status, reason)
  return answer === null ? failed : text.failedWith(failed, answer)
}
