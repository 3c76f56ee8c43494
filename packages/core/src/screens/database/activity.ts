/** `/project/{ref}/database/activity`: the sessions of the database, who waits for whom, and the ways to stop one. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { databaseSessionsQuery, sessionStop } from '../../data/database-sessions.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { lockTree, type LockTreeRow } from '../../rules/advisors/lock-tree.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import type { DatabaseSession, SessionStop } from '../../sql/session-list.js'
import { activityText as text } from '../../text/activity.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'

/** A session as its row shows it. */
export interface ActivityRow {
  pid: string
  /** From 0: who waits stands below whom it waits for. */
  depth: number
  /** Empty: nobody waits for it. */
  holdsUp: string
  role: string
  application: string
  /** It is one of Basedeck's own. */
  isOwn: boolean
  state: { label: string; tone: 'good' | 'busy' | 'bad' | 'quiet' }
  waits: string
  /** How long it has been in its state; empty: not known. */
  time: string
  query: string
}

/** The session that the panel shows. */
export interface OpenSession {
  title: string
  facts: readonly { key: string; label: string; value: string }[]
  query: { label: string; text: string } | null
  /** It has ended meanwhile; the panel shows what was known. */
  hasEnded: boolean
}

/** What is asked before a session is stopped. */
export interface StopQuestion {
  how: SessionStop
  pid: string
  began: string
  sentences: readonly string[]
}

/** `/project/{ref}/database/activity`. */
export interface ActivityScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $rows: ReadableAtom<Remote<ActivityRow[]>>
  /** How many there are, as a sentence; empty until it is known. */
  readonly $summary: ReadableAtom<string>
  /** What this login does not see; null: it sees everything. */
  readonly $hidden: ReadableAtom<string | null>
  readonly $isPaused: ReadableAtom<boolean>
  readonly $showsIdle: ReadableAtom<boolean>
  pause(isPaused: boolean): void
  showIdle(shows: boolean): void
  readonly $open: ReadableAtom<OpenSession | null>
  open(pid: string): void
  close(): void
  actionsOf(pid: string): readonly RowAction[]
  readonly stopping: Confirmation<StopQuestion>
  /** False when the host did not allow it; the user was told. */
  copy(text: string): Promise<boolean>
}

/** What the platform's own sessions call themselves. */
const OWN_APPLICATION = 'basedeck'
const IDLE = 'idle'

type Row = LockTreeRow<DatabaseSession>

export function createActivity(
  context: Needs<'host' | 'client' | 'queries'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): ActivityScreen {
  const { host, client, queries } = context
  const $isPaused = atom(false)
  const $showsIdle = atom(false)
  const $followed = queries.follow(
    computed($isPaused, (isPaused) => databaseSessionsQuery(client, ref, { isLive: !isPaused })),
  )
  const $sessions = behindGate<Remote<DatabaseSession[]> | null>(gate, $followed, null)
  const $tree = computed($sessions, (remote): Row[] =>
    remote?.status === 'ready' ? lockTree(remote.data) : [],
  )
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNot,
  )
  const $opened = atom<DatabaseSession | null>(null)
  const find = (pid: string) => $tree.get().find(({ session }) => session.pid === pid)
  const stops = createMutation(queries, sessionStop(client, ref))
  const stopping = createConfirmation<StopQuestion>(async ({ how, pid, began }) => {
    const outcome = await stops.run({ how, session: { pid, began } })
    if (outcome.type === 'done')
      host.notifier.notify(
        outcome.data
          ? { kind: 'success', message: text.done[how](pid) }
          : { kind: 'success', message: text.ended(pid) },
      )
    return outcome
  })
  const stopAction = (how: SessionStop, { session }: Row, may: ControlState): RowAction => {
    const { pid, began, maySignal, state } = session
    const hint = may.disabled
      ? may.hint
      : !maySignal
        ? text.cannotSignal
        : how === 'cancel' && state !== 'active'
          ? text.noStatement
          : undefined
    const sentences = [text.body[how], ...(isOwn(session) ? [text.ownBody] : [])]
    return {
      id: how,
      label: text[how],
      isDangerous: how === 'terminate',
      ...(hint === undefined ? {} : { hint }),
      run: () => !may.disabled && stopping.ask({ how, pid, began, sentences }),
    }
  }
  return {
    title,
    gate,
    $rows: computed([$sessions, $tree, $showsIdle], (remote, tree, showsIdle): Remote<ActivityRow[]> => {
      if (remote === null) return { status: 'loading' }
      if (remote.status !== 'ready') return remote
      const shown = tree.filter(({ session, holdsUp }) => showsIdle || holdsUp > 0 || session.state !== IDLE)
      return { ...remote, data: shown.map(rowOf) }
    }),
    $summary: computed([$sessions], (remote) => {
      if (remote?.status !== 'ready') return ''
      const { data } = remote
      return text.counts(
        data.filter(({ state }) => state !== IDLE && state !== '').length,
        data.filter(isWaiting).length,
        data.length,
      )
    }),
    $hidden: computed($tree, (tree) =>
      tree.some(({ session }) => session.state === '') ? text.hidden : null,
    ),
    $isPaused,
    $showsIdle,
    pause: (isPaused) => $isPaused.set(isPaused),
    showIdle: (shows) => $showsIdle.set(shows),
    $open: computed([$opened, $tree], (opened, tree): OpenSession | null => {
      if (opened === null) return null
      const now = tree.find(({ session }) => session.pid === opened.pid && session.began === opened.began)
      return openedOf(now ?? { session: opened, depth: 0, holdsUp: 0 }, now === undefined)
    }),
    open: (pid) => $opened.set(find(pid)?.session ?? null),
    close: () => $opened.set(null),
    actionsOf(pid) {
      const row = find(pid)
      if (!row) return []
      const may = $mayChange.get()
      return [stopAction('cancel', row, may), stopAction('terminate', row, may)]
    },
    stopping,
    copy: (value) => copyText(host, value),
    dispose: $mayChange.listen(() => undefined),
  }
}

function isOwn({ application }: DatabaseSession): boolean {
  return application === OWN_APPLICATION
}

function isWaiting({ blockedBy, waitsFor }: DatabaseSession): boolean {
  return blockedBy.length > 0 || waitsFor.startsWith('Lock: ')
}

function rowOf({ session, depth, holdsUp }: Row): ActivityRow {
  const { pid, role, application, blockedBy, wantedLock, waitsFor, statementSeconds, query } = session
  return {
    pid,
    depth,
    holdsUp: holdsUp > 0 ? text.holdsUp(holdsUp) : '',
    role,
    application,
    isOwn: isOwn(session),
    state: stateOf(session),
    waits:
      blockedBy.length > 0 ? [text.waitsFor(blockedBy), wantedLock].filter(Boolean).join(' · ') : waitsFor,
    time: statementSeconds === null ? '' : text.seconds(statementSeconds),
    query: query.replace(/\s+/g, ' ').trim(),
  }
}

function stateOf(session: DatabaseSession): ActivityRow['state'] {
  const { state } = session
  if (state === '') return { label: text.stateHidden, tone: 'quiet' }
  if (isWaiting(session)) return { label: text.waiting, tone: 'bad' }
  const label = text.states[state] ?? state
  if (state === IDLE || state === 'disabled') return { label, tone: 'quiet' }
  return { label, tone: state.startsWith('idle in transaction') ? 'busy' : 'good' }
}

function openedOf({ session, holdsUp }: Row, hasEnded: boolean): OpenSession {
  const { facts } = text.panel
  const all: [keyof typeof facts, string][] = [
    ['role', session.role],
    ['application', session.application],
    ['client', session.client === '' ? text.panel.onServer : session.client],
    ['state', stateOf(session).label],
    ['waits', session.waitsFor],
    ['wanted', session.wantedLock],
    ['blockedBy', session.blockedBy.length > 0 ? text.waitsFor(session.blockedBy) : ''],
    ['holdsUp', holdsUp > 0 ? text.panel.sessions(holdsUp) : ''],
    ['session', text.seconds(session.sessionSeconds)],
    ['transaction', session.transactionSeconds === null ? '' : text.seconds(session.transactionSeconds)],
    ['statement', session.statementSeconds === null ? '' : text.seconds(session.statementSeconds)],
  ]
  const label = session.state === 'active' ? text.panel.statement : text.panel.lastStatement
  return {
    title: text.panel.title(session.pid),
    facts: all.flatMap(([key, value]) => (value === '' ? [] : [{ key, label: facts[key], value }])),
    query: session.query === '' ? null : { label, text: session.query },
    hasEnded,
  }
}
