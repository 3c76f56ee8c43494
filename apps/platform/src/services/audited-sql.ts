/** How SQL that may write appears in the audit log. */
import { askText } from '../engines/threads/text-thread.js'

/** Characters of a text that the log keeps. */
export const AUDITED_SQL_MAX = 2000
/** Characters of a text's first words, by which a list shows it. */
const TARGET_MAX = 80

/** What follows the word is a secret: of a role, or of a server in `options (password '…')`. */
const PASSWORD = /\bpassword\s*(?=[eEnN]?'|\$\w*\$)/gi
const LITERAL_BEGINS = /[eEnN]?'|\$\w*\$/y

export interface AuditedSql {
  /** How the text begins, in one line. */
  target: string
  /** The text, without the passwords in it. */
  sql: string
  /** The text went on. */
  isCut?: true
}

/** Null: the guard is sure that it only reads. @param readOnly the run is READ ONLY, so the database refuses to write */
export async function auditedSql(query: string, readOnly: boolean): Promise<AuditedSql | null> {
  if (readOnly || !(await askText('mayWrite', query))) return null
  const told = withoutPasswords(query.trimStart()).trimEnd()
  const line = told.slice(0, AUDITED_SQL_MAX).replace(/\s+/g, ' ')
  return {
    target: storable(line.length > TARGET_MAX ? `${line.slice(0, TARGET_MAX - 1)}…` : line),
    sql: storable(told.slice(0, AUDITED_SQL_MAX)),
    ...(told.length > AUDITED_SQL_MAX ? { isCut: true } : {}),
  }
}

/** Ends where the log has enough: what comes later is not kept. Each character is looked at once. */
function withoutPasswords(text: string): string {
  let told = ''
  let from = 0
  for (const { index, 0: word } of text.matchAll(PASSWORD)) {
    // Inside the literal before it.
    if (index < from) continue
    told += `${text.slice(from, index)}${word}'…'`
    from = endOfLiteral(text, index + word.length)
    if (told.length > AUDITED_SQL_MAX) return told
  }
  return told + text.slice(from)
}

/** A literal that does not end hides all that follows. */
function endOfLiteral(text: string, start: number): number {
  LITERAL_BEGINS.lastIndex = start
  const [opening = ''] = LITERAL_BEGINS.exec(text) ?? []
  const inner = start + opening.length
  if (opening.startsWith('$')) {
    const end = text.indexOf(opening, inner)
    return end === -1 ? text.length : end + opening.length
  }
  let at = inner
  while (at < text.length) {
    const isPair = text[at] === '\\' || (text[at] === "'" && text[at + 1] === "'")
    if (!isPair && text[at] === "'") return at + 1
    at += isPair ? 2 : 1
  }
  return text.length
}

/** A text that no database can store, or the half of a character where it was cut, takes no line with it. */
function storable(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\uFFFD')
}
