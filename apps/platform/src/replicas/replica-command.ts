/** `basedeck replica`: the read replicas of a project, for those who have the machine. */
import type { ReadReplica, ReadReplicas } from '@basedeck/platform-client/contract'
import { DEFAULT_REPLICA_REGION } from '@basedeck/core/rules/projects'
import type { OperatorAnswer, ReplicaQuestion } from '../config/operator-socket.js'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase, ControlStatement } from '../control/control-database.js'
import { projectByRef } from '../control/projects.js'
import { answerInProject } from '../services/operator-work.js'
import { replicaCommandText as text } from '../text/replicas.js'
import type { Promoted } from './promote.js'
import type { Replicas } from './replicas.js'

export interface ReplicaCommandDeps {
  control: ControlDatabase
  replicas: Replicas
}

/** One line of JSON: what `replicaReport` reads. */
export function answerReplicas(question: ReplicaQuestion, deps: ReplicaCommandDeps): Promise<OperatorAnswer> {
  return answerInProject(deps.control, question.project, (ref) => answer(ref, question, deps))
}

async function answer(
  ref: string,
  { verb, id: asked, force }: ReplicaQuestion,
  { control, replicas }: ReplicaCommandDeps,
): Promise<unknown> {
  const id = asked ?? ''
  const project = await projectByRef(control, ref)
  const noted = (action: string, detail: Record<string, unknown>): ControlStatement[] => [
    auditStatement(null, null, {
      action,
      target: project?.name ?? ref,
      organizationId: project?.organization_id,
      projectRef: ref,
      detail,
    }),
  ]
  switch (verb) {
    case 'list':
      return replicas.list(ref)
    case 'add': {
      const region = asked ?? DEFAULT_REPLICA_REGION
      const { id: made, done } = await replicas.begin(ref, region, noted('project.add_replica', { region }))
      await done
      return replicas.show(made)
    }
    case 'remove': {
      const removed = await replicas.remove(ref, id, noted('project.remove_replica', { id }))
      await replicas.settled()
      return removed
    }
    case 'restart':
    case 'resync': {
      await replicas[verb](ref, id, noted(`project.${verb}_replica`, { id }))
      await replicas.settled()
      return replicas.show(id)
    }
    case 'promote':
      // Who has the machine and types --force was told.
      return replicas.promote(
        ref,
        id,
        { force, name: project?.name },
        noted('project.promote_replica', { id, force }),
      )
  }
}

/** What is printed. @param line of `answerReplicas` */
export function replicaReport(verb: ReplicaQuestion['verb'], line: string): string[] {
  const given: unknown = JSON.parse(line)
  if (verb === 'promote') {
    const { took_ms, former_primary } = given as Promoted
    return [text.promoted(took_ms), text.former(former_primary)]
  }
  if (verb !== 'list') return [rowText(given as ReadReplica)]
  const { replicas, former_primaries, unavailable } = given as ReadReplicas
  if (unavailable !== undefined) return [unavailable]
  return [
    ...(replicas.length === 0 ? [text.none] : replicas.map(rowText)),
    ...former_primaries.map(({ id }) => text.former(id)),
  ]
}

function rowText({
  identifier,
  region,
  status,
  status_reason,
  step,
  copy,
  lag,
  db_host,
  db_port,
}: ReadReplica): string {
  const address = db_port === 0 ? undefined : `${db_host}:${db_port}`
  const isComing = status === 'INIT_READ_REPLICA'
  const progress =
    isComing && copy ? text.copied(copy.done_bytes, copy.total_bytes, copy.bytes_per_second) : undefined
  const behind = lag ? text.lag(lag.bytes, lag.seconds) : undefined
  return [identifier, region, status, isComing ? step : undefined, progress, behind, address, status_reason]
    .filter((part) => part != null)
    .join('  ')
}
