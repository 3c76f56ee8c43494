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
export async function impersonate({ wire, signal }: Conversation, role: ImpersonatedRole): Promise<void> {
  const ask = async (sql: string): Promise<Cell[]> => {
    checkSendable(sql)
    const collector = new ResultCollector()
    await new Conversation(wire, collector, signal).send(simpleQuery(sql))
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
