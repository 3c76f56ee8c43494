/** The matrix of a schema: what each role can do with each table, and what no policy covers. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { roleCandidatesQuery } from '../../data/impersonation.js'
import { policyMatrixQuery } from '../../data/policies.js'
import { policyCoverage, type Coverage } from '../../rules/auth/policy-coverage.js'
import { ROW_OPERATIONS, type RowOperation } from '../../rules/auth/policy.js'
import { POLICY_TABLES_MAX } from '../../sql/auth/policy-list.js'
import type { MatrixTable } from '../../sql/auth/policy-matrix.js'
import { policiesText } from '../../text/policies.js'
import type { Needs } from '../context.js'
import type { Choice } from '../parts/list-view.js'

const text = policiesText.matrix

/** A cell: one role, one table, one operation. */
export interface MatrixCell {
  role: string
  operation: RowOperation
  type: Coverage['type']
  label: string
  hint: string
  /** No policy covers a privilege of the role, or nothing protects the rows. */
  isMarked: boolean
}

/** A row: a table. */
export interface MatrixRow {
  id: string
  name: string
  isRlsOn: boolean
  cells: readonly MatrixCell[]
}

/** The matrix, or what is shown in its place. */
export type MatrixView =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'ready'; roles: readonly string[]; rows: readonly MatrixRow[]; note: string; hasMore: boolean }

/** The matrix of a schema. It is read while it is looked at. */
export interface PolicyMatrix {
  readonly $view: ReadableAtom<MatrixView>
  readonly $roles: ReadableAtom<readonly string[]>
  readonly $roleChoices: ReadableAtom<readonly Choice[]>
  chooseRoles(names: readonly string[]): void
}

/** The roles of the project's API. */
const FIRST_ROLES = ['anon', 'authenticated', 'service_role']

export function createPolicyMatrix(
  { client, queries }: Needs<'client' | 'queries'>,
  { ref, $schema, $isShown }: { ref: string; $schema: ReadableAtom<string>; $isShown: ReadableAtom<boolean> },
): PolicyMatrix {
  const $roles = atom<readonly string[]>(FIRST_ROLES)
  const $matrix = queries.follow(
    computed([$isShown, $schema, $roles], (isShown, schema, roles) =>
      isShown ? policyMatrixQuery(client, ref, schema, roles) : null,
    ),
  )
  const $known = queries.follow(
    computed($isShown, (isShown) => (isShown ? roleCandidatesQuery(client, ref) : null)),
  )
  return {
    $view: computed([$matrix, $roles], (remote, roles): MatrixView => {
      if (!remote || remote.status === 'loading') return { status: 'loading' }
      if (remote.status === 'failed')
        return { status: 'failed', message: remote.error.message, retry: remote.retry }
      const tables = remote.data.slice(0, POLICY_TABLES_MAX)
      const there = roles.filter((role) => tables.some((table) => Object.hasOwn(table.roles, role)))
      const rows = tables.map((table) => rowOf(table, there))
      const uncovered = rows.flatMap(({ cells }) => cells).filter(({ type }) => type === 'none').length
      const hasMore = remote.data.length > tables.length
      return { status: 'ready', roles: there, rows, note: text.uncovered(uncovered), hasMore }
    }),
    $roles,
    $roleChoices: computed([$known, $roles], (remote, chosen) => {
      const names = [...new Set([...chosen, ...(remote?.status === 'ready' ? remote.data : [])])]
      return names.map((name) => ({ value: name, label: name }))
    }),
    chooseRoles: (names) => $roles.set(names),
  }
}

function rowOf({ id, name, isRlsOn, roles }: MatrixTable, there: readonly string[]): MatrixRow {
  const cells = there.flatMap((role) =>
    ROW_OPERATIONS.map((operation): MatrixCell => {
      const on = roles[role]
      const coverage: Coverage = on ? policyCoverage(on, operation) : { type: 'no-privilege' }
      return {
        role,
        operation,
        type: coverage.type,
        label: text.cell(coverage),
        hint: text.hint(coverage),
        isMarked:
          coverage.type === 'none' ||
          coverage.type === 'open' ||
          (coverage.type === 'policies' && coverage.lacksSelect),
      }
    }),
  )
  return { id, name, isRlsOn, cells }
}
