/** `/project/{ref}/integrations/webhooks/overview`: webhooks of tables, and how their messages went. SPEC §2 */
import type { EdgeFunction, Webhook, WebhookDelivery } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { functionsQuery } from '../../data/functions.js'
import {
  webhookCreation,
  webhookDeletion,
  webhookDeliveriesQuery,
  webhookSecret,
  webhookSending,
  webhooksQuery,
  webhookTablesQuery,
  webhookUpdate,
} from '../../data/webhooks.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation, mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import type { StatusTone } from '../../rules/project/project-status.js'
import { tableChoice } from '../../rules/settings/webhook-form.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { webhooksText as text } from '../../text/webhooks.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'
import { NEW_WEBHOOK, webhookBody, webhookForm, webhookValues, type WebhookValues } from './webhook-form.js'

/** One webhook as its row shows it. */
export interface WebhookRow {
  id: string
  name: string
  /** `schema.table` */
  table: string
  events: string
  target: string
  state: { label: string; tone: StatusTone }
  /** Why nothing is noted; null: all is well. */
  problem: string | null
  webhook: Webhook
}

/** One message as its row shows it. */
export interface DeliveryRow {
  id: string
  event: string
  status: { label: string; tone: StatusTone }
  at: string
  last: string
  /** The beginning of the last answer; empty: there was none. */
  answer: string
  next: string | null
  /** It can be sent again. */
  isDone: boolean
}

/** A choice of a list. */
interface Choice {
  value: string
  label: string
}

/** The page of webhooks. */
export interface WebhooksScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly webhooks: SortedList<WebhookRow>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly form: Form<WebhookValues>
  /** What the form is open for; null: it is closed. */
  readonly $editing: ReadableAtom<{ type: 'new' } | { type: 'known'; webhook: Webhook } | null>
  readonly $tables: ReadableAtom<readonly Choice[]>
  readonly $functions: ReadableAtom<readonly Choice[]>
  add(): void
  closeForm(): void
  actions(row: WebhookRow): readonly RowAction[]
  readonly deletion: Confirmation<Webhook>
  /** The webhook whose messages are shown; null: none. */
  readonly $shown: ReadableAtom<WebhookRow | null>
  readonly $deliveries: ReadableAtom<Remote<DeliveryRow[]>>
  showDeliveries(row: WebhookRow): void
  closeDeliveries(): void
  sendAgain(row: DeliveryRow): Promise<void>
}

const LOADING: Remote<never> = { status: 'loading' }

export function createWebhooksScreen(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): WebhooksScreen {
  const { client, queries, host } = context
  const $webhooks = behindGate<Remote<Webhook[]>>(gate, queries.store(webhooksQuery(client, ref)), LOADING)
  const $editing = atom<ReturnType<WebhooksScreen['$editing']['get']>>(null)
  const $shownId = atom<string | null>(null)
  const $tablesRead = queries.follow(
    computed($editing, (editing) => (editing ? webhookTablesQuery(client, ref) : null)),
  )
  const $functionsRead = queries.follow(
    computed($editing, (editing) => (editing ? functionsQuery(client, ref) : null)),
  )
  const $deliveriesRead = queries.follow(
    computed($shownId, (id) => (id === null ? null : webhookDeliveriesQuery(client, ref, id))),
  )
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  const $mayReveal = projectControlState(
    context,
    ref,
    { action: 'read', resource: 'secrets' },
    text.mayNotReveal,
  )
  const updating = createMutation(queries, webhookUpdate(client, ref))
  const deleting = createMutation(queries, webhookDeletion(client, ref))
  const sending = createMutation(queries, webhookSending(client, ref))
  const revealing = createMutation(queries, webhookSecret(client, ref))
  const success = (message: string) => host.notifier.notify({ kind: 'success', message })
  const failure = (message: string) =>
    host.notifier.notify({ kind: 'error', message: errorText.title(message) })

  const form = createForm({
    schema: webhookForm,
    initial: NEW_WEBHOOK,
    blames: { webhook_taken: 'name', webhook_header_empty: 'headers' },
    async submit(values) {
      const editing = $editing.get()
      if (!editing) return
      const body = webhookBody(values)
      if (editing.type === 'new') await mutate(queries, webhookCreation(client, ref), body)
      else await mutate(queries, webhookUpdate(client, ref), { id: editing.webhook.id, body })
      $editing.set(null)
      success(editing.type === 'new' ? text.added(body.name) : text.edited(body.name))
    },
  })

  async function turn({ id, name, enabled }: Webhook): Promise<void> {
    const outcome = await updating.run({ id, body: { enabled: !enabled } })
    if (outcome.type === 'failed') failure(outcome.error.message)
    else success(enabled ? text.turnedOff(name) : text.turnedOn(name))
  }

  async function copySecret({ id }: Webhook): Promise<void> {
    const outcome = await revealing.run({ id })
    if (outcome.type === 'failed') return failure(outcome.error.message)
    if (await copyText(host, outcome.data.secret)) success(text.copied)
  }

  const deletion = createConfirmation<Webhook>(async ({ id, name }) => {
    const outcome = await deleting.run({ id })
    if (outcome.type === 'done') {
      if ($shownId.get() === id) $shownId.set(null)
      success(text.deleted(name))
    }
    return outcome
  })

  const $rows = computed($webhooks, (remote): Remote<WebhookRow[]> =>
    remote.status === 'ready' ? { ...remote, data: remote.data.map(rowOf) } : remote,
  )
  const keptRights = [$mayChange.listen(() => undefined), $mayReveal.listen(() => undefined)]

  return {
    title,
    gate,
    webhooks: createSortedList($rows, {
      name: ({ name }) => name,
      table: ({ table }) => table,
      target: ({ target }) => target,
    }),
    $mayChange,
    form,
    $editing,
    // The table that a webhook has is a choice too when it is gone.
    $tables: computed([$tablesRead, $editing], (remote, editing): readonly Choice[] => {
      const tables = remote?.status === 'ready' ? remote.data : []
      const known = editing?.type === 'known' ? [editing.webhook] : []
      const all = [...tables, ...known].map(({ schema, table }) => ({
        value: tableChoice(schema, table),
        label: `${schema}.${table}`,
      }))
      return all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index)
    }),
    $functions: computed([$functionsRead, $editing], (remote, editing): readonly Choice[] => {
      const known = editing?.type === 'known' ? editing.webhook.target : undefined
      const slugs = (remote?.status === 'ready' ? remote.data : []).map(({ slug }: EdgeFunction) => slug)
      return [...new Set([...slugs, ...(known?.type === 'function' ? [known.slug] : [])])].map((slug) => ({
        value: slug,
        label: slug,
      }))
    }),
    add() {
      if ($mayChange.get().disabled) return
      form.start(NEW_WEBHOOK)
      $editing.set({ type: 'new' })
    },
    closeForm: () => $editing.set(null),
    actions({ webhook }) {
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
            form.start(webhookValues(webhook))
            $editing.set({ type: 'known', webhook })
          },
        },
        {
          id: 'turn',
          label: webhook.enabled ? text.turnOff : text.turnOn,
          ...hinted,
          run: () => void turn(webhook),
        },
        {
          id: 'secret',
          label: text.copySecret,
          ...(secretHint === undefined ? {} : { hint: secretHint }),
          run: () => void copySecret(webhook),
        },
        { id: 'delete', label: text.delete, isDangerous: true, ...hinted, run: () => deletion.ask(webhook) },
      ]
    },
    deletion,
    $shown: computed([$rows, $shownId], (remote, id) =>
      remote.status === 'ready' ? (remote.data.find((row) => row.id === id) ?? null) : null,
    ),
    $deliveries: computed($deliveriesRead, (remote): Remote<DeliveryRow[]> =>
      remote?.status === 'ready' ? { ...remote, data: remote.data.map(deliveryOf) } : (remote ?? LOADING),
    ),
    showDeliveries: ({ id }) => $shownId.set(id),
    closeDeliveries: () => $shownId.set(null),
    async sendAgain({ id: delivery }) {
      const id = $shownId.get()
      if (id === null || $mayChange.get().disabled) return
      const outcome = await sending.run({ id, delivery })
      if (outcome.type === 'failed') failure(outcome.error.message)
      else success(text.sentAgain)
    },
    dispose() {
      for (const end of keptRights) end()
    },
  }
}

function rowOf(webhook: Webhook): WebhookRow {
  const { id, name, schema, table, events, target, enabled, problem } = webhook
  return {
    id,
    name,
    table: `${schema}.${table}`,
    events: events.map((event) => text.events[event]).join(', '),
    target: target.type === 'http' ? target.url : text.toFunction(target.slug),
    state: !enabled
      ? { label: text.off, tone: 'quiet' }
      : problem === null
        ? { label: text.on, tone: 'good' }
        : { label: text.problem, tone: 'bad' },
    problem,
    webhook,
  }
}

const TONES: Readonly<Record<WebhookDelivery['status'], StatusTone>> = {
  waiting: 'busy',
  delivered: 'good',
  failed: 'bad',
}

function deliveryOf({ id, event, status, created_at, next_at, attempts }: WebhookDelivery): DeliveryRow {
  const [last] = attempts
  const outcome =
    last === undefined
      ? text.notTried
      : last.status !== null
        ? text.answered(last.status, last.took_ms)
        : last.reason === null
          ? text.underWay
          : (text.reasons[last.reason] ?? last.reason)
  return {
    id,
    event: text.events[event],
    status: { label: text.statuses[status], tone: TONES[status] },
    at: created_at,
    last: attempts.length > 1 ? `${outcome}, ${text.attempts(attempts.length)}` : outcome,
    answer: last?.answer ?? '',
    next: next_at,
    isDone: status !== 'waiting',
  }
}
