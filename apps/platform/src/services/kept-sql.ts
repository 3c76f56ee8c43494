/** SQL as it is kept in the audit log and shown to other members: without what could be a secret. */
import { shapeOf, withoutConstants } from '@basedeck/sql-guard'
import { withoutSecretsOnThread } from '../engines/threads/judge-thread.js'

/** Characters. Longer texts are not judged. */
const JUDGED_MAX = 256 * 1024
/** Characters of a text whose shape is kept; the log keeps fewer. */
const SHAPED_MAX = 16 * 1024

/** What PostgreSQL's grammar can't judge is its shape. Never rejects. */
export async function keptSql(query: string): Promise<string> {
  const judged = query.length > JUDGED_MAX ? undefined : await withoutSecretsOnThread(query)
  return judged ?? shape(query)
}

/** A statement that runs: PostgreSQL may have cut its text, which the grammar then refuses. */
export async function shownSql(query: string): Promise<string> {
  const judged = query.length > JUDGED_MAX ? undefined : await withoutSecretsOnThread(query)
  return judged ?? begun(query, withoutConstants)
}

/** For members who may not see what others write. */
export function shape(query: string): string {
  return begun(query, shapeOf)
}

function begun(query: string, told: (begin: string) => string): string {
  return query.length > SHAPED_MAX ? `${told(query.slice(0, SHAPED_MAX))} …` : told(query)
}
