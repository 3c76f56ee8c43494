/** Watches the platform's writes, to check that each change is audited as the contract says. */
import type { Audit, EndpointData } from '@basedeck/platform-client/contract'
import { AsyncLocalStorage } from 'node:async_hooks'
import { endpoints } from '../src/access/access-table.js'
import type { ControlDatabase, ControlStatement } from '../src/control/control-database.js'

/** Writes that are not changes by a person: counting attempts, times of last use, cleaning up. */
const HOUSEKEEPING = [
  /control\.attempts/,
  /control\.samples/,
  /control\.(notifications|known_lints)/,
  /set last_(seen|used)_at/,
  /delete from control\.sessions\s+where expires_at/,
  /delete from control\.password_resets where expires_at/,
]

const underWay = new AsyncLocalStorage<Audit | undefined>()

/** Assigns the following writes to a call. */
export function whileCalling<Answer>(url: string, init: RequestInit | undefined, call: () => Answer): Answer {
  return underWay.run(auditOf(url, init), call)
}

function auditOf(url: string, init: RequestInit = {}): Audit | undefined {
  const { pathname } = new URL(url, 'http://any')
  const version = new Headers(init.headers).get('version')
  const found = endpoints().find(
    ({ endpoint }) =>
      endpoint.method === (init.method ?? 'GET') &&
      String(endpoint.version ?? version) === String(version) &&
      endpoint.bodyKey === undefined &&
      patternOf(endpoint).test(pathname),
  )
  return found?.endpoint.audit
}

function patternOf({ path }: EndpointData): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

export interface AuditedControl extends ControlDatabase {
  /** Writes whose audit entry differs from the contract. */
  readonly unaudited: string[]
}

export function auditedControl<Control extends ControlDatabase>(control: Control): Control & AuditedControl {
  const unaudited: string[] = []
  const watch = (statements: readonly ControlStatement[]) => {
    const audit = underWay.getStore()
    const isWritten = statements.some(isAudit)
    // Part of what such a call changes is private.
    if (!isWritten && typeof audit !== 'string')
      unaudited.push(...statements.filter(isChange).map(({ sql }) => sql))
    if (isWritten && audit?.toString().startsWith('never'))
      unaudited.push(`${audit}, and yet it has its line`)
  }
  return {
    ...control,
    unaudited,
    write(statements) {
      watch(statements)
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
