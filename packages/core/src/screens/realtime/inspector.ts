/** `/project/{ref}/realtime/inspector`: a channel as an application hears it, and the settings of realtime. SPEC §2 */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { databasesQuery } from '../../data/databases.js'
import {
  channelAccess,
  publishedTablesQuery,
  type Listener,
  type PublishedTable,
} from '../../data/realtime.js'
import { createForm, type Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { capabilityOf } from '../../rules/access/capability.js'
import { keyClaims } from '../../rules/access/impersonation-claims.js'
import { impersonationChoice } from '../../rules/access/impersonation-choice.js'
import { isJsonObject } from '../../rules/auth/json-object.js'
import { NOBODY, presentAfter, type Present } from '../../rules/realtime/presence.js'
import type { ChannelMessage, ChannelWishes } from '../../rules/realtime/channel-frames.js'
import { createImpersonation, type RunRole } from '../../sessions/account/impersonation.js'
import type { ControlState } from '../../sessions/account/rights.js'
import {
  createChannelSession,
  type ChannelSession,
  type ChannelState,
} from '../../sessions/realtime/channel-session.js'
import { realtimeText as text } from '../../text/realtime.js'
import type { Needs } from '../context.js'
import { behindGate, controlBehindGate, type ProjectGate } from '../parts/project-gate.js'
import { createImpersonationPicker, type ImpersonationPicker } from '../query/impersonation.js'
import { createChannelForm, tableValue, type ChannelValues } from './channel-form.js'
import { createHeardMessages, type HeardMessages } from './heard-messages.js'
import { createRealtimeSettings, type RealtimeSettingsPart } from './realtime-settings.js'

/** Who is on the channel under one key. */
export interface PresentRow {
  key: string
  connections: number
  /** What its connections say of themselves, as JSON. */
  said: string
}

/** The page of the inspector. */
export interface RealtimeInspectorScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly channel: Form<ChannelValues>
  readonly $tables: ReadableAtom<readonly { value: string; label: string }[]>
  /** No table can be heard. */
  readonly $hasNoTables: ReadableAtom<boolean>
  /** What changes of tables are, and what this database's way of telling them lacks. */
  readonly $changesHint: ReadableAtom<string>
  readonly role: ImpersonationPicker
  /** Why no channel can be joined. */
  readonly $mayJoin: ReadableAtom<ControlState>
  readonly $state: ReadableAtom<ChannelState>
  /** The channel is heard, and changes of tables were refused. */
  readonly $isPartly: ReadableAtom<boolean>
  /** What the state says; empty: nothing beside its name. */
  readonly $stateBody: ReadableAtom<string>
  leave(): void
  readonly messages: HeardMessages
  readonly broadcast: Form<{ event: string; payload: string }>
  /** Null: presence is not heard. */
  readonly $present: ReadableAtom<readonly PresentRow[] | null>
  readonly settings: RealtimeSettingsPart
}

const LISTENER_KINDS = ['anon', 'user', 'service_role'] as const

export function createRealtimeInspector(
  context: Needs<'host' | 'client' | 'queries' | '$runtime' | 'account' | 'lazy'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): RealtimeInspectorScreen {
  const { host, client, queries } = context
  const scope = createScope()
  const { sockets } = host
  const role = createRole(context, ref)
  scope.add(role.picker.dispose)
  const messages = createHeardMessages(context)
  scope.add(messages.dispose)
  const settings = createRealtimeSettings(context, ref)
  scope.add(settings.dispose)
  const $present = atom<Present | null>(null)
  /** Why changes of tables are not heard; empty: they are, or were not asked for. */
  const $refusedChanges = atom('')
  const session =
    sockets &&
    createChannelSession({
      clock: host.clock,
      sockets,
      access: () => channelAccess(client, ref, role.listener()),
      reasonOf: (error) => toPlatformError(error).message,
      heard(message) {
        messages.heard(message)
        const changes = changesAnswer(message)
        if (changes !== undefined) $refusedChanges.set(changes)
        const present = $present.get()
        if (message.kind === 'presence' && present !== null)
          $present.set(presentAfter(present, message.event, message.payload))
      },
    })
  if (session) scope.add(session.dispose)
  const $state = session?.$state ?? atom<ChannelState>({ status: 'idle' })
  const join = (wishes: ChannelWishes) => {
    $present.set(wishes.hearsPresence ? NOBODY : null)
    $refusedChanges.set('')
    session?.join(wishes)
  }
  const $published = behindGate<Remote<PublishedTable[]>>(
    gate,
    queries.store(publishedTablesQuery(client, ref)),
    {
      status: 'loading',
    },
  )

  const $databases = queries.store(databasesQuery(client, ref))

  return {
    title,
    gate,
    channel: createChannelForm(join),
    $tables: computed($published, (tables) =>
      tables.status === 'ready'
        ? tables.data.map((table) => ({ value: tableValue(table), label: `${table.schema}.${table.name}` }))
        : [],
    ),
    $hasNoTables: computed($published, (tables) => tables.status === 'ready' && tables.data.length === 0),
    $changesHint: computed($databases, (databases) => {
      const able = databases.status === 'ready' ? capabilityOf(databases.data, 'logicalDecoding') : undefined
      return able?.available === false
        ? `${text.channel.changesHint} ${able.reason}`
        : text.channel.changesHint
    }),
    role: role.picker,
    $mayJoin: controlBehindGate(gate, joinControl(session, settings)),
    $state,
    $isPartly: computed(
      [$state, $refusedChanges],
      ({ status }, refused) => status === 'joined' && refused !== '',
    ),
    $stateBody: computed([$state, $refusedChanges], (state, refused) => {
      if (state.status === 'joined') return refused
      return state.status === 'refused' ? state.reason : state.status === 'lost' ? text.lost : ''
    }),
    leave: () => session?.leave(),
    messages,
    broadcast: createBroadcastForm(session),
    $present: computed($present, (present) => present && presentRows(present)),
    settings,
    dispose: scope.dispose,
  }
}

/** What the service said of changes of tables: why they are refused, or an empty text; undefined: the message is about something else. */
function changesAnswer({ kind, event, payload, isRefusal }: ChannelMessage): string | undefined {
  if (kind !== 'system' || event !== 'postgres_changes') return undefined
  return isRefusal ? String((payload as { message?: unknown }).message ?? '') : ''
}

/** As whom one listens: anonymous until another one is chosen. */
function createRole(
  context: Needs<'host' | 'client' | 'queries' | '$runtime'>,
  ref: string,
): { picker: ImpersonationPicker; listener(): Listener } {
  const impersonation = createImpersonation()
  const claims = keyClaims('anon', { issuer: 'basedeck', ref, now: context.host.clock.now() })
  impersonation.act(ref, { role: { type: 'rest', role: 'anon', claims }, label: 'anon' })
  const picker = createImpersonationPicker({ ...context, impersonation }, ref, {
    title: text.channel.roleTitle,
    remark: text.channel.roleRemark,
    kinds: LISTENER_KINDS,
  })
  return { picker, listener: () => listenerOf(impersonation.of(ref).get()) }
}

function listenerOf(chosen: RunRole | null): Listener {
  const { kind, userId } = impersonationChoice(chosen?.role ?? null)
  if (kind === 'user') return { role: 'authenticated', userId }
  return { role: kind === 'service_role' ? 'service_role' : 'anon' }
}

function joinControl(
  session: ChannelSession | undefined,
  { $isOn }: RealtimeSettingsPart,
): ReadableAtom<ControlState> {
  return computed($isOn, (isOn): ControlState => {
    if (session === undefined) return { disabled: true, hint: text.noSockets }
    if (isOn.status === 'ready' && !isOn.data) return { disabled: true, hint: text.isOff }
    return { disabled: false }
  })
}

/** What was sent stays in the form: one often sends it again. */
function createBroadcastForm(session: ChannelSession | undefined): Form<{ event: string; payload: string }> {
  const form = createForm({
    schema: v.object({
      event: v.pipe(v.string(), v.trim(), v.nonEmpty(text.send.eventWanted)),
      payload: v.pipe(v.string(), v.check(isJsonObject, text.send.notJson)),
    }),
    initial: { event: 'message', payload: '{}' },
    async submit(values) {
      session?.broadcast(values.event, JSON.parse(values.payload))
      form.start(values)
    },
  })
  return form
}

function presentRows(present: Present): PresentRow[] {
  return [...present].map(([key, connections]) => ({
    key,
    connections: connections.size,
    said: [...connections.values()].map((said) => JSON.stringify(said)).join(' '),
  }))
}
