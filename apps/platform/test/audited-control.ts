/** Watches what the platform writes: a change without its line in the audit log is caught, whoever makes it. */
import type { ControlDatabase, ControlStatement } from '../src/control/control-database.js'

/** What is no change of anybody: counting attempts, noting that something was used, clearing away what has ended. */
const HOUSEKEEPING = [
  /control\.attempts/,
  /control\.samples/,
  /set last_(seen|used)_at/,
  /delete from control\.sessions\s+where expires_at/,
  /delete from control\.password_resets where expires_at/,
  // What people write for themselves is nobody's business; sharing and deleting what is shared has its line.
  /control\.(snippets|snippet_favorites|sql_folders)\b/,
]

export interface AuditedControl extends ControlDatabase {
  /** Statements that were written without a line of the audit log beside them. */
  readonly unaudited: string[]
}

export function auditedControl<Control extends ControlDatabase>(control: Control): Control & AuditedControl {
  const unaudited: string[] = []
  return {
    ...control,
    unaudited,
    write(statements) {
      if (!statements.some(isAudit)) unaudited.push(...statements.filter(isChange).map(({ sql }) => sql))
      return control.write(statements)
    },
  }
}

function isAudit({ sql }: ControlStatement): boolean {
  return sql.includes('insert into control.audit_log')
}

function isChange({ sql }: ControlStatement): boolean {
  return /\b(insert|update|delete)\b/.test(sql) && !HOUSEKEEPING.some((pattern) => pattern.test(sql))
}
