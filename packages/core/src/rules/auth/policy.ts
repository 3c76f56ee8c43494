/**
 * A policy of row-level security, and which of its expressions PostgreSQL asks for a command. From PostgreSQL's
 * documentation of CREATE POLICY, "Policies Applied by Command Type".
 * @rule auth.policy  @spec §2
 */

/** What a policy can be for; `all` covers the other four. */
export const POLICY_COMMANDS = ['all', 'select', 'insert', 'update', 'delete'] as const
/** One of `POLICY_COMMANDS`. */
export type PolicyCommand = (typeof POLICY_COMMANDS)[number]

/** What is done to a row. */
export const ROW_OPERATIONS = ['select', 'insert', 'update', 'delete'] as const
/** One of `ROW_OPERATIONS`. */
export type RowOperation = (typeof ROW_OPERATIONS)[number]

/** The name of all roles in the list of a policy: no role can have it. */
export const EVERYONE = 'public'

/** A policy as PostgreSQL holds it, or as it is about to be made. */
export interface Policy {
  name: string
  command: PolicyCommand
  /** False: it restricts what the permissive ones allow. */
  isPermissive: boolean
  /** Names of roles; `EVERYONE`, or none: all roles. */
  roles: readonly string[]
  /** Which rows that exist; null: none given. */
  using: string | null
  /** Which rows as they become; null: none given, and PostgreSQL takes `using` instead. */
  check: string | null
}

/** One question that PostgreSQL asks of the policies of a command, and about which row. */
export interface PolicyGate {
  /** Policies of this command and those of `all` answer. */
  command: RowOperation
  /** The row as it is, or as it becomes. */
  row: 'old' | 'new'
  /** By USING, or by WITH CHECK with USING in its place where there is none. */
  by: 'using' | 'check'
}

/**
 * The gates that a row passes, in PostgreSQL's order.
 * @param reads whether the statement reads columns, as a WHERE or a RETURNING does: SELECT policies count then too
 */
export function policyGates(operation: RowOperation, reads: boolean): PolicyGate[] {
  const old = (command: RowOperation): PolicyGate => ({ command, row: 'old', by: 'using' })
  const checked = (command: RowOperation): PolicyGate => ({ command, row: 'new', by: 'check' })
  const seen: PolicyGate = { command: 'select', row: 'new', by: 'using' }
  switch (operation) {
    case 'select':
      return [old('select')]
    case 'insert':
      return [checked('insert'), ...(reads ? [seen] : [])]
    case 'update':
      return [old('update'), ...(reads ? [old('select')] : []), checked('update'), ...(reads ? [seen] : [])]
    case 'delete':
      return [old('delete'), ...(reads ? [old('select')] : [])]
  }
}

/** Whether a policy answers for a command. */
export function isPolicyFor({ command }: Pick<Policy, 'command'>, operation: RowOperation): boolean {
  return command === 'all' || command === operation
}

/** The expression that answers; null: the policy says nothing there, and neither allows nor restricts. */
export function policyExpression(
  { using, check }: Pick<Policy, 'using' | 'check'>,
  by: PolicyGate['by'],
): string | null {
  return by === 'check' ? (check ?? using) : using
}

/** Which of the two expressions a policy of a command can have. */
export function policyParts(command: PolicyCommand): { using: boolean; check: boolean } {
  return { using: command !== 'insert', check: command !== 'select' && command !== 'delete' }
}
