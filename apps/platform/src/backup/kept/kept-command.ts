/** `basedeck backup`: the kept backups of a project, for those who have the machine. */
import { backupChanges, type Backup, type Backups } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { sizeText } from '@basedeck/core/rules'
import { typedMoment } from '@basedeck/core/rules/projects'
import type { KeptQuestion, OperatorAnswer } from '../../config/operator-socket.js'
import { auditStatement } from '../../control/audit.js'
import type { ControlStatement } from '../../control/control-database.js'
import { projectByRef } from '../../control/projects.js'
import { DomainError } from '../../kernel/domain-error.js'
import type { Inside } from '../../services/open-platform.js'
import { answerInProject } from '../../services/operator-work.js'
import { keptCommandText as text, storeText } from '../../text/kept-backups.js'
import { changeSettings } from './change-settings.js'
import type { KeptBackups } from './kept-backups.js'

export interface KeptCommandDeps extends Pick<Inside, 'control' | 'life'> {
  backups: KeptBackups
}

/** One line of JSON: what `keptReport` reads. */
export function answerKept(question: KeptQuestion, deps: KeptCommandDeps): Promise<OperatorAnswer> {
  return answerInProject(deps.control, question.project, (ref) => WORKS[question.verb](ref, question, deps))
}

type Work = (ref: string, question: KeptQuestion, deps: KeptCommandDeps) => Promise<unknown>

const WORKS: Readonly<Record<KeptQuestion['verb'], Work>> = {
  list: (ref, _, { backups }) => backups.list(ref),
  async now(ref, _, { backups, control }) {
    const { backup, done } = await backups.begin(ref, 'manual')
    await control.write([await lineOf(control, ref, 'project.backup', { id: backup.id })])
    await done
    const made = await find(backups, ref, backup.id)
    if (made.status === 'failed') throw new DomainError('backup_failed', text.failed(made.error ?? ''))
    return made
  },
  async prove(ref, { id }, { backups }) {
    return backups.prove(ref, id ?? (await newest(backups, ref)).id)
  },
  async restore(ref, { id, at }, { backups }) {
    const moment = at === null ? null : typedMoment(at)
    if (at !== null && moment === null) throw new DomainError('not_recoverable', text.notAMoment)
    return backups.restore(ref, moment === null ? { id: id ?? '' } : { at: moment })
  },
  async set(ref, { changes }, { backups, control, life }) {
    const read = v.safeParse(v.strictObject(backupChanges.entries), changes)
    if (!read.success) throw new DomainError('unsupported', text.badSetting(read.issues[0].message))
    const { expected_version: _ignored, ...settings } = read.output
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
    const line = await lineOf(control, ref, 'project.update_backups', given)
    await changeSettings({ control, life, backups }, { ref, changes: given, expected: undefined, line })
    return backups.list(ref)
  },
}

async function find(backups: KeptBackups, ref: string, id: string): Promise<Backup> {
  const found = (await backups.list(ref)).backups.find((backup) => backup.id === id)
  if (!found) throw new DomainError('backup_not_found')
  return found
}

async function newest(backups: KeptBackups, ref: string): Promise<Backup> {
  const found = (await backups.list(ref)).backups.find(({ status }) => status === 'completed')
  if (!found) throw new DomainError('backup_not_found')
  return found
}

async function lineOf(
  control: KeptCommandDeps['control'],
  ref: string,
  action: string,
  detail: Record<string, unknown>,
): Promise<ControlStatement> {
  const row = await projectByRef(control, ref)
  const { name = ref, organization_id: organizationId } = row ?? {}
  return auditStatement(null, null, { action, target: name, organizationId, projectRef: ref, detail })
}

/** What is printed. @param line of `answerKept` */
export function keptReport(verb: KeptQuestion['verb'], line: string): string[] {
  const answer: unknown = JSON.parse(line)
  if (verb === 'list' || verb === 'set') return listed(answer as Backups)
  if (verb === 'restore') {
    const { restored_to, kept } = answer as { restored_to: string; kept: string }
    return [text.restored(restored_to), text.kept(kept)]
  }
  const backup = answer as Backup
  return verb === 'prove' && backup.proof ? [backup.proof.detail] : [rowText(backup)]
}

function listed({ settings, backups, recoverable, store, unavailable }: Backups): string[] {
  if (unavailable !== undefined) return [unavailable]
  const plan = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  return [
    plan.join(' '),
    ...(recoverable ? [text.recoverable(recoverable.from, recoverable.to)] : []),
    ...(store ? [storeText.state(store.where, store.waiting)] : []),
    ...(store?.error != null ? [store.error] : []),
    ...(backups.length === 0 ? [text.none] : backups.map(rowText)),
  ]
}

function rowText({ id, kind, status, begun_at, bytes, error, proof }: Backup): string {
  const proved = proof ? (proof.is_good ? text.proved : text.notRestorable) : undefined
  const size = bytes === null ? undefined : sizeText(bytes)
  return [begun_at, id, kind, status, size, proved, error].filter((part) => part != null).join('  ')
}
