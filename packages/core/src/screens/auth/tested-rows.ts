/** What a test of policies found, as it is shown: each row with what PostgreSQL did, who decided, and what each policy says. */
import {
  contradicts,
  fateOfOutcome,
  rowDecision,
  type PolicyAnswer,
  type PolicyGateDecision,
  type RowFate,
} from '../../rules/auth/policy-decision.js'
import {
  COUNTED_ROWS_MAX,
  type PolicyTest,
  type PolicyTestResult,
  type TestedRow,
} from '../../sql/auth/policy-test.js'
import { policiesText } from '../../text/policies.js'

const text = policiesText.tester

/** A policy's answer about a row. */
export interface ShownAnswer {
  name: string
  kind: string
  value: string
  /** Whether it lets the row pass. */
  isFor: boolean
}

/** The answers of one gate. */
export interface ShownGate {
  title: string
  reason: string
  isOpen: boolean
  answers: readonly ShownAnswer[]
}

/** A tested row. */
export interface ShownTestedRow {
  key: string
  /** Its values, or what is known of it. */
  label: string
  /** What PostgreSQL did. */
  fate: RowFate | 'error'
  fateLabel: string
  /** PostgreSQL's own message; null: it had none. */
  message: string | null
  /** Who decided, as a sentence; null: no policy was asked. */
  decided: string | null
  /** Set where the expressions contradict PostgreSQL. */
  differs: string | null
  gates: readonly ShownGate[]
}

/** A test. */
export interface ShownTest {
  /** How many rows the role sees. */
  visible: string
  /** How many of the tested rows were allowed, hidden and so on. */
  summary: string
  /** Why policies do not count, or not all rows were tested. */
  notes: readonly string[]
  rows: readonly ShownTestedRow[]
}

export function shownTest(
  test: Pick<PolicyTest, 'operation' | 'returns'>,
  result: PolicyTestResult,
): ShownTest {
  const rows = result.rows.map((row, at) => shownRow(test, result, row, at))
  const done = { allowed: 0, hidden: 0, refused: 0, unknown: 0, error: 0 }
  for (const { fate } of rows) done[fate]++
  const inactive = result.isActive ? null : result.isRlsOn ? (result.bypass ?? 'owner') : 'off'
  return {
    visible: text.visible(result.visible, result.total, COUNTED_ROWS_MAX),
    summary: rows.length === 0 ? text.noRows : text.summary(done),
    notes: [
      ...(inactive === null ? [] : [text.inactive[inactive]]),
      ...(result.isLimited ? [text.limited] : []),
    ],
    rows,
  }
}

function shownRow(
  { operation, returns }: Pick<PolicyTest, 'operation' | 'returns'>,
  { isActive, policies }: PolicyTestResult,
  row: TestedRow,
  at: number,
): ShownTestedRow {
  const reads = operation !== 'insert' || returns
  const decision = rowDecision(policies, operation, reads, (policy, gate) =>
    row.valueOf(policy.name, gate.row, gate.by),
  )
  const fate = fateOfOutcome(row.outcome)
  const isUnmade = operation === 'insert' && row.shown === null
  const known = isActive && !isUnmade
  const deciding = decision.gates.find(({ reason }) => reason !== 'allowed') ?? decision.gates[0]
  return {
    key: String(at),
    label: row.shown === null ? text.newRow : valuesOf(row.shown),
    fate,
    fateLabel: text.fates[fate],
    message: 'message' in row.outcome ? row.outcome.message : null,
    decided:
      known && deciding ? text.reasons[deciding.reason](deciding.by) : isActive ? text.unknownRow : null,
    differs: known && contradicts(decision.fate, fate) ? text.differs(decision.fate) : null,
    gates: known ? decision.gates.map(shownGate) : [],
  }
}

function shownGate({ gate, reason, by, answers }: PolicyGateDecision): ShownGate {
  return {
    title: text.gate(gate),
    reason: text.reasons[reason](by),
    isOpen: reason === 'allowed',
    answers: answers.map(shownAnswer),
  }
}

function shownAnswer({ name, isPermissive, value }: PolicyAnswer): ShownAnswer {
  const holds = 'holds' in value ? text.holds(value.holds) : value.message || text.notComputed
  return {
    name,
    kind: isPermissive ? text.permissive : text.restrictive,
    value: holds,
    isFor: 'holds' in value && value.holds === true,
  }
}

/** Columns of a row that name it. */
const SHOWN_COLUMNS = 4

function valuesOf(shown: Readonly<Record<string, string | null>>): string {
  return Object.entries(shown)
    .slice(0, SHOWN_COLUMNS)
    .map(([name, value]) => `${name}: ${value ?? 'NULL'}`)
    .join(', ')
}
