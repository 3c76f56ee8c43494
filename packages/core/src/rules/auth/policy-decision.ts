/**
 * What the policies of a table decide about one row, from the value of each policy's own expression: permissive ones are
 * joined by OR, restrictive ones by AND, and NULL does not hold. Then whether PostgreSQL did the same.
 * @rule auth.policy-decision  @spec §2
 */
import {
  isPolicyFor,
  policyExpression,
  policyGates,
  type Policy,
  type PolicyGate,
  type RowOperation,
} from './policy.js'

/** The value of an expression about a row. `message`: PostgreSQL's, where it could not be computed. */
export type PolicyValue = { holds: boolean | null } | { message: string }

/** A policy and its answer at one gate. */
export interface PolicyAnswer {
  name: string
  isPermissive: boolean
  value: PolicyValue
}

/** Why a gate is open or closed. */
export type PolicyGateReason =
  | 'allowed'
  /** No permissive policy covers the command for the role. */
  | 'no-policy'
  /** There are permissive ones, and none of them holds. */
  | 'none-holds'
  /** A restrictive one does not hold. */
  | 'restricted'
  /** An expression could not be computed. */
  | 'error'

/** What the policies of one gate answered. */
export interface PolicyGateDecision {
  gate: PolicyGate
  reason: PolicyGateReason
  /** Those that decided: the permissive ones that hold, or the ones that stand in the way. */
  by: readonly string[]
  answers: readonly PolicyAnswer[]
}

/** What becomes of the row: `hidden`: as if it were not there; `refused`: an error; `unknown`: an expression failed. */
export type RowFate = 'allowed' | 'hidden' | 'refused' | 'unknown'

/** What the policies decide about one row. */
export interface RowDecision {
  fate: RowFate
  gates: readonly PolicyGateDecision[]
}

/**
 * Decides what becomes of a row.
 * @param policies those that apply to the role
 * @param valueOf the value of a policy's expression about the row; undefined: it was not computed
 */
export function rowDecision(
  policies: readonly Policy[],
  operation: RowOperation,
  reads: boolean,
  valueOf: (policy: Policy, gate: PolicyGate) => PolicyValue | undefined,
): RowDecision {
  const gates = policyGates(operation, reads).map((gate): PolicyGateDecision => {
    const answers = policies
      .filter((policy) => isPolicyFor(policy, gate.command) && policyExpression(policy, gate.by) !== null)
      .map((policy): PolicyAnswer => ({
        name: policy.name,
        isPermissive: policy.isPermissive,
        value: valueOf(policy, gate) ?? { message: '' },
      }))
    return { gate, answers, ...reasonOf(answers) }
  })
  return { fate: fateOf(gates), gates }
}

function reasonOf(answers: readonly PolicyAnswer[]): Pick<PolicyGateDecision, 'reason' | 'by'> {
  const named = (list: readonly PolicyAnswer[]) => list.map(({ name }) => name)
  const failed = answers.filter(({ value }) => 'message' in value)
  if (failed.length > 0) return { reason: 'error', by: named(failed) }
  const holds = ({ value }: PolicyAnswer) => 'holds' in value && value.holds === true
  const permissive = answers.filter(({ isPermissive }) => isPermissive)
  if (permissive.length === 0) return { reason: 'no-policy', by: [] }
  if (!permissive.some(holds)) return { reason: 'none-holds', by: named(permissive) }
  const against = answers.filter((answer) => !answer.isPermissive && !holds(answer))
  if (against.length > 0) return { reason: 'restricted', by: named(against) }
  return { reason: 'allowed', by: named(permissive.filter(holds)) }
}

/** A row that is hidden is never changed, so that the gates of its new values do not matter. */
function fateOf(gates: readonly PolicyGateDecision[]): RowFate {
  for (const { gate, reason } of gates) {
    if (reason === 'error') return 'unknown'
    if (reason !== 'allowed') return gate.row === 'old' ? 'hidden' : 'refused'
  }
  return 'allowed'
}

/** What PostgreSQL did with a statement about one row. */
export type RowOutcome = { rows: number } | { code: string; message: string }

/** What PostgreSQL did, in the words of a decision; `error`: it failed for another reason than a policy. */
export function fateOfOutcome(outcome: RowOutcome): RowFate | 'error' {
  if ('rows' in outcome) return outcome.rows > 0 ? 'allowed' : 'hidden'
  return isPolicyRefusal(outcome) ? 'refused' : 'error'
}

/** PostgreSQL has the same code for a missing privilege. */
function isPolicyRefusal({ code, message }: { code: string; message: string }): boolean {
  return code === '42501' && message.includes('row-level security')
}

/** Whether what PostgreSQL did contradicts the policies' own expressions. An error of another kind contradicts nothing. */
export function contradicts(decided: RowFate, done: RowFate | 'error'): boolean {
  return decided !== 'unknown' && done !== 'error' && decided !== done
}
