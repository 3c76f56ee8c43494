/** `basedeck user …`: changes to accounts by the operator at the machine. Each command prints what it did. */
import { USER_COMMANDS, type UserCommand } from '../config/command.js'
import type { ControlDatabase } from '../control/control-database.js'
import { listAccountRows, type AccountRow } from '../control/accounts.js'
import type { EndedCredentials } from '../control/credentials.js'
import { profileByEmail } from '../control/profiles.js'
import { DomainError } from '../kernel/domain-error.js'
import type { OperatorAnswer, OperatorQuestion } from '../config/operator-socket.js'
import {
  createAccountAdministration,
  OPERATOR,
  type AccountAdministration,
} from './account-administration.js'
import { createPasswordResets } from './password-reset.js'
import { userCommandText } from '../text/accounts.js'

export interface UserCommandDeps {
  control: ControlDatabase
  /** Origin of the dashboard in links. */
  publicUrl: string
}

type Command = (
  account: { id: string; email: string },
  administration: AccountAdministration,
  deps: UserCommandDeps,
) => Promise<string[]>

const COMMANDS: Record<UserCommand, Command> = {
  async reset({ email }, _, { control, publicUrl }) {
    const token = await createPasswordResets(control).begin(email, null, false)
    return [userCommandText.reset, `${publicUrl}/reset-password?token=${token ?? ''}`]
  },
  async prove({ id, email }, administration) {
    if ((await administration.find(id)).is_email_proved) return [userCommandText.alreadyProved(email)]
    const ended = await administration.prove(id, OPERATOR)
    return [userCommandText.proved(email, endedText(ended))]
  },
  async disable({ id, email }, administration) {
    const ended = await administration.disable(id, OPERATOR)
    return [userCommandText.disabled(email, endedText(ended))]
  },
  async enable({ id, email }, administration) {
    await administration.enable(id, OPERATOR)
    return [userCommandText.enabled(email)]
  },
  async 'reset-factors'({ id, email }, administration) {
    const ended = await administration.resetFactors(id, OPERATOR)
    return [userCommandText.factorsReset(email, endedText(ended))]
  },
  async administrator({ id, email }, administration) {
    await administration.setAdministrator(id, true, OPERATOR)
    return [userCommandText.administrator(email)]
  },
  async delete({ id, email }, administration) {
    await administration.delete(id, OPERATOR)
    return [userCommandText.deleted(email)]
  },
}

function endedText({ sessions, accessTokens }: EndedCredentials): string {
  return userCommandText.revoked(sessions, accessTokens)
}

/** Answers a command typed at this terminal or sent to a running platform. */
export async function answerOperator(
  { command, email }: OperatorQuestion,
  deps: UserCommandDeps,
): Promise<OperatorAnswer> {
  if (command === null) return { lines: await userList(deps) }
  const known = USER_COMMANDS.find((one) => one === command)
  if (known === undefined) return { error: userCommandText.unknownCommand(command) }
  const row = await profileByEmail(deps.control, email)
  if (!row) return { error: userCommandText.unknownEmail(email) }
  const administration = createAccountAdministration(deps.control)
  try {
    return { lines: await COMMANDS[known]({ id: row.id, email }, administration, deps) }
  } catch (error) {
    if (error instanceof DomainError) return { error: `${error.message}.` }
    throw error
  }
}

const ALL = 10_000

/** One line for each account, the newest first. */
async function userList({ control }: UserCommandDeps): Promise<string[]> {
  const { accounts } = await listAccountRows(control, { search: undefined, limit: ALL, offset: 0 })
  return accounts.map((account) => [account.email, account.first_name, ...remarksOf(account)].join('  '))
}

function remarksOf(account: AccountRow): string[] {
  return [
    ...(account.is_administrator ? [userCommandText.remarks.administrator] : []),
    ...(account.is_disabled ? [userCommandText.remarks.disabled] : []),
    ...(account.is_email_proved ? [] : [userCommandText.remarks.notProved]),
    ...(account.is_mfa_enabled ? [userCommandText.remarks.secondFactor] : []),
  ]
}
