/** Answers what a command of the program asks the platform that runs. */
import { answerOperator } from '../accounts/user-commands.js'
import { answerAdvisors } from '../advisors/advisors-command.js'
import { answerAuthConfig } from '../auth-config/auth-config-command.js'
import { answerBranches } from '../branches/branch-command.js'
import type { Branches } from '../branches/branches.js'
import { answerKept } from '../backup/kept/kept-command.js'
import type { KeptBackups } from '../backup/kept/kept-backups.js'
import { answerBackup, type BackupCommandDeps } from '../backup/backup-commands.js'
import type { OperatorAnswer, OperatorQuestion } from '../config/operator-socket.js'
import { answerFunctions } from '../functions/functions-command.js'
import type { Functions } from '../functions/functions.js'
import { answerLogs } from '../log-lines/logs-command.js'
import type { LogLines } from '../log-lines/log-lines.js'
import { answerDiff } from '../merge/diff-command.js'
import { answerMigrations } from '../migrations/migrations-command.js'
import { answerPolicies } from '../policies/policies-command.js'
import { answerSample } from '../seed/sample-command.js'
import type { Inside } from '../services/open-platform.js'
import { answerReplicas } from '../replicas/replica-command.js'
import type { Replicas } from '../replicas/replicas.js'
import { answerTypes } from '../types/types-command.js'

export interface AnswerQuestionDeps extends Omit<BackupCommandDeps, 'inside'> {
  inside: Inside
  lines: LogLines
  backups: KeptBackups
  branches: Branches
  replicas: Replicas
  functions: Functions
  publicUrl: string
}

/** A question names one command, or is about an account. */
export function answerQuestion(
  question: OperatorQuestion,
  deps: AnswerQuestionDeps,
): Promise<OperatorAnswer> {
  const { inside, lines, publicUrl } = deps
  const { control } = inside
  const {
    command,
    logs,
    sample,
    authConfig,
    kept,
    replica,
    advisors,
    policies,
    migrations,
    diff,
    types,
    backup,
    branch,
    functions,
  } = question
  if (logs) return answerLogs(logs, { control, lines })
  if (sample) return answerSample(sample, inside)
  if (authConfig) return answerAuthConfig(authConfig, inside)
  if (kept) return answerKept(kept, { ...inside, backups: deps.backups })
  if (branch) return answerBranches(branch, { ...inside, branches: deps.branches })
  if (replica) return answerReplicas(replica, { control, replicas: deps.replicas })
  if (functions) return answerFunctions(functions, { control, functions: deps.functions })
  if (advisors) return answerAdvisors(advisors, inside)
  if (policies) return answerPolicies(policies, inside)
  if (migrations) return answerMigrations(migrations, inside)
  if (diff) return answerDiff(diff, inside)
  if (types) return answerTypes(types, inside)
  if (backup) return answerBackup(command, backup, deps)
  return answerOperator(question, { control, publicUrl })
}
