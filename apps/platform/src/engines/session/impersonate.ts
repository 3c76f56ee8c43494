/**
 * Makes the open transaction act as a role by transaction-local settings, in separate messages. They end with the
 * transaction.
 */
import { claimsJson, databaseRoleStatement, hookStatement, restRoleStatement } from '@basedeck/core/sql'
import type { Cell, ImpersonatedRole } from '@basedeck/platform-client/contract'
import { simpleQuery } from '../wire/frontend.js'
import { ResultCollector } from '../wire/result-collector.js'
import { Conversation } from './conversation.js'
import { refusal } from './errors.js'
import { checkSendable } from './sendable.js'
import { runText } from '../../text/runs.js'

const INVALID_PARAMETER_VALUE = '22023'
const INSUFFICIENT_PRIVILEGE = '42501'

type RestRole = ImpersonatedRole & { type: 'rest' }

/** @throws DatabaseError without a position: the texts are ours */
export function impersonate(conversation: Conversation, role: ImpersonatedRole): Promise<void> {
  return act(conversation, role, '')
}

/** Begins a transaction that acts as a role, with one message less. @throws DatabaseError without a position */
export function beginAs(conversation: Conversation, role: ImpersonatedRole): Promise<void> {
  return act(conversation, role, 'begin; ')
}

/** @param first comes before the first text */
async function act({ wire, signal }: Conversation, role: ImpersonatedRole, first: string): Promise<void> {
  let before = first
  const ask = async (sql: string): Promise<Cell[]> => {
    checkSendable(sql)
    const collector = new ResultCollector()
    const text = before + sql
    before = ''
    await new Conversation(wire, collector, signal).send(simpleQuery(text))
    return collector.results.at(-1)?.rows[0] ?? []
  }
  if (role.type === 'database') await ask(databaseRoleStatement(role.name))
  else await ask(restRoleStatement(role.role, await claimsOf(role, ask)))
}

async function claimsOf(
  { claims, exact, hook }: RestRole,
  ask: (sql: string) => Promise<Cell[]>,
): Promise<string> {
  if (!hook) return claimsJson({ claims, exact })
  const [enriched, refused, reason] = await ask(hookStatement(hook, { claims, exact }))
  const name = `${hook.schema}.${hook.name}`
  if (refused === 'true') throw refusal(INSUFFICIENT_PRIVILEGE, runText.hookRefused(name, reason))
  if (!enriched) throw refusal(INVALID_PARAMETER_VALUE, runText.hookWithoutClaims(name))
  return enriched
}
