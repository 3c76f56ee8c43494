/** How SQL that may write appears in the audit log. */
import { keptSql } from './kept-sql.js'
import { askText } from '../engines/threads/text-thread.js'

/** Characters of a text that the log keeps. */
export const AUDITED_SQL_MAX = 2000
/** Characters of a text's first words, by which a list shows it. */
const TARGET_MAX = 80

export interface AuditedSql {
  /** How the text begins, in one line. */
  target: string
  /** The text, without what could be a secret. */
  sql: string
  /** The text went on. */
  isCut?: true
}

/** Null: the guard is sure that it only reads. @param readOnly the run is READ ONLY, so the database refuses to write */
export async function auditedSql(query: string, readOnly: boolean): Promise<AuditedSql | null> {
  if (readOnly || !(await askText('mayWrite', query))) return null
  const told = (await keptSql(query)).trim()
  const line = told.slice(0, AUDITED_SQL_MAX).replace(/\s+/g, ' ')
  return {
    target: storable(line.length > TARGET_MAX ? `${line.slice(0, TARGET_MAX - 1)}…` : line),
    sql: storable(told.slice(0, AUDITED_SQL_MAX)),
    ...(told.length > AUDITED_SQL_MAX ? { isCut: true } : {}),
  }
}

/** A text that no database can store, or the half of a character where it was cut, takes no line with it. */
function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\uFFFD')
}
