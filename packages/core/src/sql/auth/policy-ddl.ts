/** The statements that make, change and remove a policy. */
import { EVERYONE, policyParts, type Policy } from '../../rules/auth/policy.js'
import type { DdlStatement, TableName } from '../column-ddl.js'
import { qualifiedName, quoteIdentifier } from '../quoting.js'

/** Locks the table for the moment, and reads no row. */
const STEP = { step: 'catalogue-only' } as const

/** CREATE POLICY. Expressions that the policy's command can't have are left out. */
export function createPolicyStatement(table: TableName, policy: Policy): DdlStatement {
  const parts = policyParts(policy.command)
  const lines = [
    `create policy ${quoteIdentifier(policy.name)} on ${nameOf(table)}`,
    `  as ${policy.isPermissive ? 'permissive' : 'restrictive'} for ${policy.command}`,
    `  to ${rolesOf(policy.roles)}`,
    ...(parts.using ? clause('using', policy.using) : []),
    ...(parts.check ? clause('with check', policy.check) : []),
  ]
  return { sql: lines.join('\n'), step: STEP }
}

export function dropPolicyStatement(table: TableName, name: string): DdlStatement {
  return { sql: `drop policy ${quoteIdentifier(name)} on ${nameOf(table)}`, step: STEP }
}

/**
 * What turns one policy into the other, in one transaction. ALTER POLICY changes neither the command nor the kind and takes
 * no expression away; then the policy is removed and made again.
 */
export function policyChanges(table: TableName, before: Policy, after: Policy): DdlStatement[] {
  const parts = policyParts(after.command)
  const using = parts.using ? after.using : null
  const check = parts.check ? after.check : null
  const losesPart = (before.using !== null && using === null) || (before.check !== null && check === null)
  if (before.command !== after.command || before.isPermissive !== after.isPermissive || losesPart)
    return [dropPolicyStatement(table, before.name), createPolicyStatement(table, after)]
  const alter = `alter policy ${quoteIdentifier(before.name)} on ${nameOf(table)}`
  const changes = [
    ...(rolesOf(before.roles) === rolesOf(after.roles) ? [] : [`  to ${rolesOf(after.roles)}`]),
    ...(using === before.using ? [] : clause('using', using)),
    ...(check === before.check ? [] : clause('with check', check)),
  ]
  return [
    ...(changes.length === 0 ? [] : [{ sql: [alter, ...changes].join('\n'), step: STEP }]),
    ...(before.name === after.name
      ? []
      : [{ sql: `${alter} rename to ${quoteIdentifier(after.name)}`, step: { step: 'rename' } as const }]),
  ]
}

/** Whether the owner of a table is subject to its policies too. */
export function forceRlsStatement(table: TableName, isForced: boolean): DdlStatement {
  return {
    sql: `alter table ${nameOf(table)} ${isForced ? '' : 'no '}force row level security`,
    step: STEP,
  }
}

function nameOf({ schema, name }: TableName): string {
  return qualifiedName(schema, name)
}

function rolesOf(roles: readonly string[]): string {
  if (roles.length === 0 || roles.includes(EVERYONE)) return EVERYONE
  return roles.map(quoteIdentifier).join(', ')
}

/** A comment at the end of an expression must not swallow the bracket after it. */
function clause(word: string, expression: string | null): string[] {
  if (expression === null) return []
  const text = expression.trim()
  return [`  ${word} (${text}${text.includes('--') ? '\n' : ''})`]
}
