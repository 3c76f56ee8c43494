/** The projects that the poolers of this process serve: those whose server runs here, which they reach over loopback. */
import type { ControlDatabase } from '../control/control-database.js'

export interface PooledProject {
  ref: string
  plan: string
  port: number
  database: string
}

export function pooledProjects(control: ControlDatabase, installationId: string): Promise<PooledProject[]> {
  return control.select(
    `select p.ref, o.plan, d.db_port as port, d.db_name as database
     from control.projects p
     join control.databases d on d.project_id = p.id and d.type = 'PRIMARY'
     join control.organizations o on o.id = p.organization_id
     where p.status = 'ACTIVE_HEALTHY' and d.engine = 'cluster' and d.installation_id = $1::uuid
     order by p.ref`,
    [installationId],
  )
}
