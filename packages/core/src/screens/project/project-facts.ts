/** The facts of a project's database, and what happened to the project last, as its home shows them. */
import type { AuditEntry, Project, ProjectActivity } from '@basedeck/platform-client'
import { regionName } from '../../rules/project/regions.js'
import { auditSentence } from '../../text/audit-sentence.js'
import { projectText } from '../../text/project.js'
import { shellText } from '../../text/shell.js'

/** A labelled value of a project's database. */
export interface Fact {
  key: keyof typeof projectText.facts
  label: string
  value: string
  /** Values that are code are set in the code font and can be copied. */
  copyable: boolean
  /** The value is this moment, ISO 8601. */
  at?: string
}

export interface Activity {
  key: number
  /** As in the audit log. */
  action: string
  sentence: string
  target: string
  who: string
  at: string
}

/** `database` is what the database itself tells, while it can be asked; its size and connections stand as lines over time. */
export function factsOf(project: Project, database: ProjectActivity['database']): Fact[] {
  const { notYet } = projectText
  return [
    fact('version', project.dbVersion ?? notYet),
    fact('engine', project.engine_description),
    ...(database
      ? [
          fact('tables', String(database.tables)),
          ...(database.started_at === null ? [] : [moment('started', database.started_at)]),
        ]
      : []),
    // That of a database which the platform runs is this machine; Connect shows how it is reached.
    ...(project.engine === 'postgres' ? [fact('host', project.db_host, true)] : []),
    fact('region', projectText.region(regionName(project.region))),
    fact('ref', project.ref, true),
    fact('restUrl', project.restUrl, true),
    moment('created', project.inserted_at),
  ]
}

export function activities(entries: readonly AuditEntry[]): Activity[] {
  return entries.map(({ id, action, target, actor, occurred_at }) => ({
    key: id,
    action,
    sentence: auditSentence(action, target),
    target,
    who: actor?.name ?? shellText.thePlatform,
    at: occurred_at,
  }))
}

function fact(key: Fact['key'], value: string, copyable = false): Fact {
  return { key, label: projectText.facts[key], value, copyable }
}

function moment(key: Fact['key'], at: string): Fact {
  return { ...fact(key, at), at }
}
