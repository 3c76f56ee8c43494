/** One step of the control plane. */
export interface ControlMigration {
  /** From 1, without gaps. */
  id: number
  name: string
  sql: string
}
