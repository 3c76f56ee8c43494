/** A control plane that answers as told and remembers what was written, for tests of what is decided above it. */
import type { ControlDatabase, ControlStatement, Written } from '../../control/control-database.js'
import type { Attempts, Subject } from '../attempts.js'
import type { ProfileRow } from '../../control/profiles.js'
import type { FactorRow } from '../../control/second-factors.js'

export interface ToldControl extends ControlDatabase {
  /** Each write's statements. */
  readonly written: (readonly ControlStatement[])[]
  /** What the next writes are answered with; default: done. */
  readonly answers: Written[]
}

/** Rows of a select by the words it contains; the first that fits counts. */
export function toldControl(
  rows: Readonly<
    Record<string, readonly object[] | ((parameters: readonly unknown[]) => readonly object[])>
  > = {},
): ToldControl {
  const written: (readonly ControlStatement[])[] = []
  const answers: Written[] = []
  const select = async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> => {
    const [, found = []] = Object.entries(rows).find(([words]) => sql.includes(words)) ?? []
    return [...(typeof found === 'function' ? found(parameters) : found)] as Row[]
  }
  const write = async (statements: readonly ControlStatement[]): Promise<Written> => {
    written.push(statements)
    return answers.shift() ?? { ok: true, rows: [] }
  }
  return {
    written,
    answers,
    select,
    selectOften: select,
    write,
    append: write,
    script: async () => {},
    close: async () => {},
  }
}

/** Attempts that are always allowed; `log` tells which began and which succeeded. */
export function toldAttempts(): Attempts & { log: [what: string, subjects: readonly Subject[]][] } {
  const log: [string, readonly Subject[]][] = []
  return {
    log,
    begin: async (subjects) => void log.push(['begin', subjects]),
    succeeded: async (subjects) => void log.push(['succeeded', subjects]),
  }
}

export const ADA: ProfileRow = {
  id: '00000000-0000-4000-8000-00000000ada0',
  email: 'ada@example.com',
  first_name: 'Ada',
  password_hash: null,
  created_at: '2026-01-01T00:00:00Z',
  is_email_proved: true,
  is_disabled: false,
  made_in: null,
}

export const ORIGIN = { ip: '192.0.2.1', userAgent: 'browser', requestId: 'r1' }

export function factor(more: Partial<FactorRow> = {}): FactorRow {
  return {
    id: '00000000-0000-4000-8000-0000000000f1',
    name: 'Phone',
    secret: 'sealed',
    verified: true,
    last_step: 0,
    inserted_at: '2026-01-01T00:00:00Z',
    ...more,
  }
}
