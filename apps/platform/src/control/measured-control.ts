/** Measures how long the control plane’s database takes. */
import type { ControlDatabase } from './control-database.js'

export type OnControlCall = (operation: 'read' | 'write', seconds: number) => void

export function measuredControl(control: ControlDatabase, onCall: OnControlCall): ControlDatabase {
  const measured = async <Value>(operation: 'read' | 'write', work: Promise<Value>): Promise<Value> => {
    const startedAt = performance.now()
    try {
      return await work
    } finally {
      onCall(operation, (performance.now() - startedAt) / 1000)
    }
  }
  return {
    ...control,
    select: (sql, parameters) => measured('read', control.select(sql, parameters)),
    selectOften: (sql, parameters) => measured('read', control.selectOften(sql, parameters)),
    write: (statements) => measured('write', control.write(statements)),
  }
}
