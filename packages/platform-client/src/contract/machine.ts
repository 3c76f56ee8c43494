/** The machine that runs a project, and what it gives it. */
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** What a machine has, and what a project takes of it. All sizes are in bytes. */
export interface Machine {
  cores: number
  /** Of the machine, or of the container that Basedeck runs in. */
  memory_bytes: number
  free_memory_bytes: number
  disk_total_bytes: number
  disk_free_bytes: number
  /** Null: it was not measured yet, or the database is on another machine. */
  database_bytes: number | null
  /** Null: it was not measured yet. */
  files_bytes: number | null
  /** What PostgreSQL is set up for by the compute add-on; null: its own defaults. */
  granted_memory_bytes: number | null
  /** How databases and files of all projects here grow; null: fewer than three days were measured. */
  growth: { bytes_per_day: number; full_at: string | null } | null
}

/** The machine that runs the project. */
export const getMachine = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/machine',
  access: inProject('read', 'projects'),
  servedBy: 'holder',
  hostedOnly: true,
  response: gives<Machine>(),
  requires: { ref: 'Project ref is required' },
})
