/** The questions before a policy is deleted, or row-level security is forced for the owner of a table. */
import type { Policy } from '../../rules/auth/policy.js'
import { dropPolicyStatement, forceRlsStatement } from '../../sql/auth/policy-ddl.js'
import type { PolicyTable } from '../../sql/auth/policy-list.js'
import { policiesText } from '../../text/policies.js'
import { structureText } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { createDialog, type ChangeDialog } from '../structure/change-dialog.js'

type Context = Needs<'host' | 'client' | 'queries' | 'schemaChanges'>

interface Options {
  ref: string
  table: PolicyTable
  close(): void
}

export function createDropPolicyDialog(
  context: Context,
  options: Options & { policy: Policy },
): ChangeDialog {
  const { table, policy } = options
  const text = policiesText.deletion
  return createDialog(context, options, {
    title: text.title(policy.name),
    sentences: [
      policy.isPermissive ? text.body(table.name, table.policies.length === 1) : text.restrictive(table.name),
    ],
    isDangerous: true,
    confirmLabel: structureText.deleteAction,
    done: text.done(policy.name),
    table,
    name: policy.name,
    statementsFor: () => [dropPolicyStatement(table, policy.name)],
  })
}

export function createForceDialog(context: Context, options: Options): ChangeDialog {
  const { table } = options
  const text = policiesText.forcing
  const turnsOn = !table.isForced
  return createDialog(context, options, {
    title: turnsOn ? text.onTitle(table.name) : text.offTitle(table.name),
    sentences: [turnsOn ? text.onBody : text.offBody],
    isDangerous: !turnsOn,
    confirmLabel: turnsOn ? text.on : text.off,
    done: text.done(turnsOn, table.name),
    table,
    name: table.name,
    statementsFor: () => [forceRlsStatement(table, turnsOn)],
  })
}
