/** The projects that the poolers of this process serve: those whose server runs here, which they reach over loopback. */
import type { DatabaseId } from '@basedeck/platform-client/contract'
import { ALL_ALLOWED, type NetworkRules } from '../engines/network-rules.js'
import { rulesOf, type StoredNetworkAccess } from '../control/network-access.js'
import type { ControlDatabase } from '../control/control-database.js'

export interface PooledProject {
  ref: string
  plan: string
  port: number
  database: string
  /** Its read replicas that answer. */
  replicas: { id: DatabaseId; port: number }[]
  /** Who may connect. */
  rules: NetworkRules
}

export async function pooledProjects(
  control: ControlDatabase,
  installationId: string,
): Promise<PooledProject[]> {
  const rows = await control.select<
    Omit<PooledProject, 'rules'> & { network_access: StoredNetworkAccess | null }
  >(
    `select p.ref, o.plan, d.db_port as port, d.db_name as database, p.network_access,
       coalesce((select json_agg(json_build_object('id', r.identifier, 'port', r.db_port) order by r.id)
         from control.databases r where r.project_id = p.id and r.type = 'READ_REPLICA' and r.status = 'ACTIVE_HEALTHY'
           and r.installation_id = d.installation_id), '[]') as replicas
     from control.projects p
     join control.databases d on d.project_id = p.id and d.type = 'PRIMARY'
     join control.organizations o on o.id = p.organization_id
     where p.status = 'ACTIVE_HEALTHY' and d.engine = 'cluster' and d.installation_id = $1::uuid
     order by p.ref`,
    [installationId],
  )
  return rows.map(({ network_access: access, ...project }) => ({
    ...project,
    rules: access === null ? ALL_ALLOWED : rulesOf(access),
  }))
}
