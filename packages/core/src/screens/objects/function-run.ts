/** The run of a function: its arguments, the role that it runs as, and whether what it changes stays. */
import { newId, toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { runFunction, type FunctionOutcome } from '../../data/objects.js'
import { roleCandidatesQuery } from '../../data/impersonation.js'
import { cancelDdl } from '../../data/structure.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { ControlState } from '../../sessions/account/rights.js'
import type { ObjectValues } from '../../sql/objects/index.js'
import { callText, givenArguments, type GivenArgument } from '../../sql/objects/function-call.js'
import type { FunctionValues } from '../../sql/objects/function-text.js'
import { objectsText as text } from '../../text/objects.js'
import type { Needs } from '../context.js'

/** What came of a run. */
export type FunctionRunState =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'failed'; message: string }
  | { status: 'done'; outcome: FunctionOutcome; summary: string; note: string }

/** The panel in which a function runs. */
export interface FunctionRun extends Disposable {
  readonly title: string
  readonly $arguments: ReadableAtom<readonly GivenArgument[]>
  /** The statement that runs. */
  readonly $sql: ReadableAtom<string>
  /** Empty: the owner of the database. */
  readonly $role: ReadableAtom<string>
  readonly $roles: ReadableAtom<readonly string[]>
  readonly $keeps: ReadableAtom<boolean>
  /** Whether what it changes may stay; readers run READ ONLY. */
  readonly $mayKeep: ReadableAtom<ControlState>
  readonly $state: ReadableAtom<FunctionRunState>
  give(index: number, change: Partial<Pick<GivenArgument, 'how' | 'value'>>): void
  chooseRole(name: string): void
  keep(keeps: boolean): void
  run(): Promise<void>
  cancel(): void
  close(): void
}

export function createFunctionRun(
  context: Needs<'client' | 'queries' | 'schemaChanges'>,
  {
    ref,
    values,
    $mayChange,
    close,
  }: { ref: string; values: ObjectValues; $mayChange: ReadableAtom<ControlState>; close(): void },
): FunctionRun {
  const { client, queries, schemaChanges } = context
  const scope = createScope()
  const called = values as unknown as FunctionValues
  const $arguments = atom<readonly GivenArgument[]>(givenArguments(called))
  const $role = atom('')
  const $keeps = atom(false)
  const $state = atom<FunctionRunState>({ status: 'idle' })
  const $sql = computed($arguments, (given) => callText(called, given))
  let runId: string | null = null
  const cancel = () => {
    if (runId !== null) cancelDdl(client, ref, runId).catch(() => {})
  }
  scope.add(cancel)
  return {
    title: text.title.run(called.name),
    $arguments,
    $sql,
    $role,
    $roles: computed(queries.store(roleCandidatesQuery(client, ref)), (remote) =>
      remote.status === 'ready' ? remote.data : [],
    ),
    $keeps,
    $mayKeep: computed($mayChange, (may) =>
      may.disabled ? { disabled: true, hint: text.runReadOnly } : may,
    ),
    $state,
    give(index, change) {
      $arguments.set($arguments.get().map((one, at) => (at === index ? { ...one, ...change } : one)))
    },
    chooseRole: (name) => $role.set(name),
    keep: (keeps) => $keeps.set(keeps && !$mayChange.get().disabled),
    async run() {
      if ($state.get().status === 'running') return
      $state.set({ status: 'running' })
      const id = newId()
      runId = id
      const keeps = $keeps.get()
      const role = $role.get()
      try {
        const outcome = await runFunction(client, ref, {
          query: $sql.get(),
          role: role === '' ? null : { type: 'database', name: role },
          keeps,
          runId: id,
        })
        const { rows, count, durationMs } = outcome
        const note = keeps ? text.runKept : text.runRolledBack
        $state.set({ status: 'done', outcome, summary: text.runRows(rows.length, count, durationMs), note })
        if (keeps) schemaChanges.happened(ref)
      } catch (error) {
        const told = toPlatformError(error)
        const { formattedError } = (told.body ?? {}) as { formattedError?: string }
        $state.set({ status: 'failed', message: formattedError ?? told.message })
      } finally {
        runId = null
      }
    },
    cancel,
    close,
    dispose: scope.dispose,
  }
}
