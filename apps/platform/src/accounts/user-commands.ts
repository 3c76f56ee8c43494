/** `basedeck user …`: what the operator does to an account at the machine itself. Each says what it did in a line. */
import { USER_COMMANDS, type UserCommand } from '../config.js'
import type { ControlDatabase } from '../control/control-database.js'
import { listAccountRows, type AccountRow } from '../control/accounts.js'
import type { EndedCredentials } from '../control/credentials.js'
import { profileByEmail } from '../control/profiles.js'
import { DomainError } from '../domain-error.js'
import type { OperatorAnswer, OperatorQuestion } from '../operator-socket.js'
import {
  createAccountAdministration,
  OPERATOR,
  type AccountAdministration,
} from './account-administration.js'
import { createPasswordResets } from './password-reset.js'

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
    return [
      'A new password is set here; the link works once, for an hour:',
      `${publicUrl}/reset-password?token=${token ?? ''}`,
    ]
  },
  async prove({ id, email }, administration) {
    if ((await administration.find(id)).is_email_proved) return [`The address ${email} is proved already.`]
    const ended = await administration.prove(id, OPERATOR)
    return [`The address ${email} is proved. ${endedText(ended)}; sign in again to go on.`]
  },
  async disable({ id, email }, administration) {
    const ended = await administration.disable(id, OPERATOR)
    return [`${email} can’t sign in any longer. ${endedText(ended)}.`]
  },
  async enable({ id, email }, administration) {
    await administration.enable(id, OPERATOR)
    return [`${email} can sign in again.`]
  },
  async 'reset-factors'({ id, email }, administration) {
    const ended = await administration.resetFactors(id, OPERATOR)
    return [
      `The second factor of ${email} is gone. ${endedText(ended)}; its password alone signs in until a new app is set up.`,
    ]
  },
  async administrator({ id, email }, administration) {
    await administration.setAdministrator(id, true, OPERATOR)
    return [`${email} is an administrator of this installation.`]
  },
  async delete({ id, email }, administration) {
    await administration.delete(id, OPERATOR)
    return [`The account ${email} is deleted.`]
  },
}

function endedText({ sessions, accessTokens }: EndedCredentials): string {
  return `${plural(sessions, 'session')} and ${plural(accessTokens, 'access token')} ended`
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Answers a command that was typed here, or sent to a platform that runs. */
export async function answerOperator(
  { command, email }: OperatorQuestion,
  deps: UserCommandDeps,
): Promise<OperatorAnswer> {
  if (command === null) return { lines: await userList(deps) }
  const known = USER_COMMANDS.find((one) => one === command)
  if (known === undefined) return { error: `This Basedeck knows no command ${command}.` }
  const row = await profileByEmail(deps.control, email)
  if (!row) return { error: `No account has the address ${email}.` }
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
    ...(account.is_administrator ? ['administrator'] : []),
    ...(account.is_disabled ? ['disabled'] : []),
    ...(account.is_email_proved ? [] : ['address not proved']),
    ...(account.is_mfa_enabled ? ['second factor'] : []),
  ]
}
