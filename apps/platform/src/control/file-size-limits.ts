/** How large a file of a project may be, and the plan that limits that. */
import type { PlanId } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'
import { IS_PRIMARY } from './databases.js'

export interface FileSizeLimitRow {
  ref: string
  /** Bytes; null: the default. */
  file_size_limit: number | null
  plan: PlanId
  /** Null for a database that is reached by URL. */
  installation_id: string | null
}

export async function fileSizeLimitOf(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<FileSizeLimitRow | undefined> {
  const [row] = await control.selectOften<FileSizeLimitRow>(
    `select p.ref, p.file_size_limit, o.plan, d.installation_id
     from control.projects p join control.organizations o on o.id = p.organization_id
       join control.databases d on ${IS_PRIMARY}
     where p.ref = $1`,
    [ref],
  )
  return row
}

export function setFileSizeLimit(ref: string, bytes: number): ControlStatement {
  return {
    sql: 'update control.projects set file_size_limit = $2::bigint where ref = $1',
    parameters: [ref, bytes],
    expect: 1,
  }
}
