/** The tester of policies: a role, an operation on rows of a table or a statement, and what PostgreSQL did with it. */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { runDiscarded, runPolicyTest, type StatementRun } from '../../data/policies.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { IMPERSONATION_KINDS } from '../../rules/access/impersonation-choice.js'
import { keyClaims, renewed } from '../../rules/access/impersonation-claims.js'
import { isJsonObject } from '../../rules/auth/json-object.js'
import { ROW_OPERATIONS, type RowOperation } from '../../rules/auth/policy.js'
import { createImpersonation } from '../../sessions/account/impersonation.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { policiesText } from '../../text/policies.js'
import type { Needs } from '../context.js'
import { createImpersonationPicker, type ImpersonationPicker } from '../query/impersonation.js'
import { shownTest, type ShownTest } from './tested-rows.js'

const text = policiesText.tester

/** What is tested: an operation on rows of a table, or a statement. */
export type TestedOperation = RowOperation | 'statement'
/** The operations in their order. */
export const TESTED_OPERATIONS: readonly TestedOperation[] = [...ROW_OPERATIONS, 'statement']

/** What is typed into the tester. */
export interface TesterValues {
  /** Name of a table of the schema; empty: none is chosen. */
  table: string
  operation: TestedOperation
  where: string
  values: string
  returns: boolean
  statement: string
}

/** What the tester shows. */
export type TesterView =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'failed'; title: string; message: string }
  | { status: 'rows'; test: ShownTest }
  | { status: 'statement'; run: StatementRun }

/** The tester of policies. What it runs is discarded. */
export interface PolicyTester extends Disposable {
  readonly role: ImpersonationPicker
  readonly $values: ReadableAtom<TesterValues>
  /** Why it can't run; null: it can. */
  readonly $problem: ReadableAtom<string | null>
  readonly $may: ReadableAtom<ControlState>
  readonly $view: ReadableAtom<TesterView>
  set<Name extends keyof TesterValues>(name: Name, value: TesterValues[Name]): void
  run(): Promise<void>
  stop(): void
}

export function createPolicyTester(
  context: Needs<'host' | 'client' | 'queries' | '$runtime'>,
  { ref, $schema, $may }: { ref: string; $schema: ReadableAtom<string>; $may: ReadableAtom<ControlState> },
): PolicyTester {
  const { host, client } = context
  const scope = createScope()
  const impersonation = createImpersonation()
  const claims = keyClaims('anon', { issuer: 'basedeck', ref, now: host.clock.now() })
  impersonation.act(ref, { role: { type: 'rest', role: 'anon', claims }, label: 'anon' })
  const role = createImpersonationPicker({ ...context, impersonation }, ref, {
    title: text.roleTitle,
    remark: text.roleRemark,
    // As the owner nothing would be tested.
    kinds: IMPERSONATION_KINDS.filter((kind) => kind !== 'owner'),
  })
  scope.add(role.dispose)
  const $values = atom<TesterValues>({
    table: '',
    operation: 'select',
    where: '',
    values: '',
    returns: true,
    statement: '',
  })
  const $view = atom<TesterView>({ status: 'idle' })
  let running: AbortController | undefined
  scope.add(() => running?.abort())
  scope.add($schema.listen(() => $values.set({ ...$values.get(), table: '' })))
  const $problem = computed($values, problemOf)

  async function result(signal: AbortSignal): Promise<TesterView> {
    const { table, operation, where, values, returns, statement } = $values.get()
    const chosen = impersonation.of(ref).get()
    if (!chosen) return { status: 'idle' }
    const actor = renewed(chosen.role, host.clock.now())
    if (operation === 'statement') {
      const run = await runDiscarded(client, ref, { query: statement, role: actor }, signal)
      return { status: 'statement', run }
    }
    const test = {
      table: { schema: $schema.get(), name: table },
      role: actor,
      operation,
      where: operation === 'insert' ? '' : where,
      values: operation === 'insert' || operation === 'update' ? values : '',
      returns,
    }
    return { status: 'rows', test: shownTest(test, await runPolicyTest(client, ref, test, signal)) }
  }

  return {
    role,
    $values,
    $problem,
    $may,
    $view,
    set: (name, value) => $values.set({ ...$values.get(), [name]: value }),
    async run() {
      if ($may.get().disabled || $problem.get() !== null) return
      running?.abort()
      const aborter = new AbortController()
      running = aborter
      $view.set({ status: 'running' })
      try {
        const view = await result(aborter.signal)
        if (!aborter.signal.aborted) $view.set(view)
      } catch (error) {
        if (aborter.signal.aborted) return
        const { message, kind, status } = toPlatformError(error)
        const isAnswer = kind === 'http' && status === 400
        $view.set({ status: 'failed', title: isAnswer ? text.refused : text.failed, message })
      }
    },
    stop() {
      running?.abort()
      $view.set({ status: 'idle' })
    },
    dispose: scope.dispose,
  }
}

function problemOf({ table, operation, values, statement }: TesterValues): string | null {
  if (operation === 'statement') return statement.trim() === '' ? text.noStatement : null
  if (table === '') return text.noTable
  const takesValues = operation === 'insert' || operation === 'update'
  return takesValues && values.trim() !== '' && !isJsonObject(values) ? text.badJson : null
}
