/** Watches the platform's writes, to check that each change is audited as the contract says. */
import type { Audit, EndpointData } from '@basedeck/platform-client/contract'
import { AsyncLocalStorage } from 'node:async_hooks'
import { refuseUnmarked } from './carried-credentials.js'
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

interface CallUnderWay {
  audit: Audit | undefined
  hasLine: boolean
}

const underWay = new AsyncLocalStorage<CallUnderWay>()

function endpointOf(url: string, init: RequestInit = {}): EndpointData | undefined {
  const { pathname } = new URL(url, 'http://any')
  const version = new Headers(init.headers).get('version')
  const found = endpoints().find(
    ({ endpoint }) =>
      endpoint.method === (init.method ?? 'GET') &&
      String(endpoint.version ?? version) === String(version) &&
      endpoint.bodyKey === undefined &&
      patternOf(endpoint).test(pathname),
  )
  return found?.endpoint
}

function patternOf({ path }: EndpointData): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
}

export interface AuditedControl extends ControlDatabase {
  /** Writes and calls whose audit entry differs from the contract. */
  readonly unaudited: string[]
  /** Assigns the writes of a call to it. One that is answered must have the line that the contract promises. */
  whileCalling(
    url: string,
    init: RequestInit | undefined,
    call: () => Response | Promise<Response>,
  ): Promise<Response>
}

/** What runs below the calls, such as the life of projects: lines that it writes for a call are seen. */
export function seesLines<Control extends ControlDatabase>(control: Control): Control {
  const see = (statements: readonly ControlStatement[]) => {
    const call = underWay.getStore()
    if (call && statements.some(isAudit)) call.hasLine = true
  }
  return {
    ...control,
    write(statements) {
      see(statements)
      return control.write(statements)
    },
    append(statements) {
      see(statements)
      return control.append(statements)
    },
  }
}

export function auditedControl<Control extends ControlDatabase>(control: Control): Control & AuditedControl {
  const unaudited: string[] = []
  const seeing = seesLines(control)
  const watch = (statements: readonly ControlStatement[]) => {
    const audit = underWay.getStore()?.audit
    const isWritten = statements.some(isAudit)
    // Part of what such a call changes is private.
    if (!isWritten && typeof audit !== 'string')
      unaudited.push(...statements.filter(isChange).map(({ sql }) => sql))
    if (isWritten && audit?.toString().startsWith('never'))
      unaudited.push(`${audit}, and yet it has its line`)
  }
  return {
    ...seeing,
    unaudited,
    async whileCalling(url, init, call) {
      const endpoint = endpointOf(url, init)
      const state = { audit: endpoint?.audit, hasLine: false }
      const answer = await underWay.run(state, call)
      if (answer.ok && state.audit === true && !state.hasLine)
        unaudited.push(`${init?.method ?? 'GET'} ${url} has no line`)
      if (answer.ok && endpoint) await refuseUnmarked(endpoint, answer)
      return answer
    },
    write(statements) {
      watch(statements)
      return seeing.write(statements)
    },
  }
}

function isAudit({ sql }: ControlStatement): boolean {
  return sql.includes('insert into control.audit_log')
}

function isChange({ sql }: ControlStatement): boolean {
  return /\b(insert|update|delete)\b/.test(sql) && !HOUSEKEEPING.some((pattern) => pattern.test(sql))
}
