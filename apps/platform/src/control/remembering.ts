/**
 * Caches the queries of every request (caller, resource) until this process writes. Only for a control plane that no
 * other process can change.
 */
import type { ControlDatabase, Parameter } from './control-database.js'

/** Rows that depend on the time, such as sessions, expire after this. */
const AT_MOST_MS = 5000
const AT_MOST_ROWS = 2000

export function remembering(control: ControlDatabase): ControlDatabase {
  const known = new Map<string, { rows: readonly unknown[]; until: number }>()
  let generation = 0

  /** Cleared before and after, because a concurrent query may have read either state. */
  async function forgetAround<Value>(write: Promise<Value>): Promise<Value> {
    forget()
    try {
      return await write
    } finally {
      forget()
    }
  }

  function forget(): void {
    generation++
    known.clear()
  }

  return {
    ...control,
    write: (statements) => forgetAround(control.write(statements)),
    script: (sql) => forgetAround(control.script(sql)),
    async selectOften<Row>(sql: string, parameters: readonly Parameter[] = []) {
      const key = JSON.stringify([sql, parameters])
      const found = known.get(key)
      if (found && found.until > performance.now()) return found.rows as Row[]
      const before = generation
      const rows = await control.select<Row>(sql, parameters)
      if (known.size >= AT_MOST_ROWS) known.clear()
      if (generation === before) known.set(key, { rows, until: performance.now() + AT_MOST_MS })
      return rows
    },
  }
}
