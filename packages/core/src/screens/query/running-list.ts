/** What is at work in the database now. */
import type { RunningQuery } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { runningCancellation, runningQuery } from '../../data/running.js'
import { mutate } from '../../kernel/mutation.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Remote } from '../../kernel/query-store.js'
import { messageOf } from '../../rules/help/errors.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { errorText } from '../../text/errors.js'
import { sqlRunningText as text } from '../../text/sql-running.js'
import type { Needs } from '../context.js'

/** One connection that is at work. */
export interface RunningRow {
  id: string
  sql: string
  state: RunningQuery['state']
  /** `Running for 12 s · postgres · Process 4711`. */
  facts: string
  /** What it waits for, who keeps it waiting, what it locks. */
  notes: string[]
  cancel: { label: string; disabled: boolean; hint?: string }
}

export type RunningRows =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry(): void }
  | { status: 'empty'; title: string; body: string }
  | { status: 'ready'; rows: RunningRow[] }

/** What runs in the project's database now, and the way to stop it. */
export interface RunningPanel extends Disposable {
  readonly $runningRows: ReadableAtom<RunningRows>
  cancelQuery(id: string): Promise<void>
}

/** @param $isShown the list is asked for, again and again, while it is */
export function createRunningPanel(
  context: Needs<'host' | 'client' | 'queries'>,
  ref: string,
  $isShown: ReadableAtom<boolean>,
): RunningPanel {
  const { host, client, queries } = context
  const scope = createScope()
  const $cancelling = atom<ReadonlySet<string>>(new Set())
  const $mayCancel = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'database' },
    text.mayNotCancel,
  )
  const $list = queries.follow(computed($isShown, (isShown) => (isShown ? runningQuery(client, ref) : null)))

  return {
    $runningRows: computed([$list, $cancelling, $mayCancel], rowsOf),
    async cancelQuery(id) {
      if ($cancelling.get().has(id)) return
      $cancelling.set(new Set([...$cancelling.get(), id]))
      try {
        const { cancelled } = await mutate(queries, runningCancellation(client, ref), id)
        host.notifier.notify(
          cancelled
            ? { kind: 'success', message: text.cancelled }
            : { kind: 'info', message: text.cancelOver },
        )
      } catch (error) {
        host.notifier.notify({
          kind: 'error',
          message: text.cancelFailed,
          detail: messageOf(error) ?? errorText.unknown,
        })
      } finally {
        $cancelling.set(new Set([...$cancelling.get()].filter((other) => other !== id)))
      }
    },
    dispose: scope.dispose,
  }
}

function rowsOf(
  remote: Remote<RunningQuery[]> | null,
  cancelling: ReadonlySet<string>,
  mayCancel: ControlState,
): RunningRows {
  if (!remote || remote.status === 'loading') return { status: 'loading' }
  if (remote.status === 'failed')
    return { status: 'failed', title: text.runningFailed, detail: remote.error.message, retry: remote.retry }
  if (remote.data.length === 0)
    return { status: 'empty', title: text.runningEmpty, body: text.runningEmptyBody }
  return {
    status: 'ready',
    rows: remote.data.map((query) => rowOf(query, cancelling.has(query.id), mayCancel)),
  }
}

function rowOf(query: RunningQuery, isCancelling: boolean, mayCancel: ControlState): RunningRow {
  const { id, state, user, application, forMs, waitsFor, blockedBy, locks } = query
  const facts = [
    `${text.states[state]}, ${text.forTime(forMs)}`,
    user,
    ...(application === '' ? [] : [application]),
    ...(/^\d+$/.test(id) ? [text.process(id)] : []),
  ]
  const hint = mayCancel.hint ?? hintOf(query)
  return {
    id,
    sql: query.query,
    state,
    facts: facts.join(' · '),
    notes: [
      ...(waitsFor === undefined ? [] : [waitsFor]),
      ...(blockedBy.length === 0 ? [] : [text.blockedBy(blockedBy.map(text.process).join(', '))]),
      ...(locks.length === 0 ? [] : [text.locks(locks.join(', '))]),
    ],
    cancel: {
      label: text.cancelQuery,
      disabled: isCancelling || mayCancel.disabled || hint !== undefined,
      ...(hint === undefined ? {} : { hint }),
    },
  }
}

function hintOf({ state, canCancel }: RunningQuery): string | undefined {
  if (state === 'idle') return text.cancelIdle
  return canCancel ? undefined : text.cancelForeign
}
