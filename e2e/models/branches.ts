/** A branch of a hosted platform for journeys about merges: another project, set beside its parent in the control plane. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { newProject, type TestOrganization } from './organizations.js'
import type { Platform } from './platform.js'

/** Of the file that PostgreSQL writes where it runs: which line names the directory of its socket. */
const SOCKET_LINE = 4

/** Gives its ref. The platform must run on a cluster. */
export async function newBranch(
  platform: Platform,
  organization: TestOrganization,
  parent: string,
  name: string,
): Promise<string> {
  const ref = await newProject(organization, name)
  const told = await readFile(join(platform.dataDir, 'control', 'pg', 'postmaster.pid'), 'utf8')
  const host = told.split('\n')[SOCKET_LINE]?.trim() ?? ''
  const client = new pg.Client({ host, port: 5432, user: 'basedeck_admin', database: 'postgres' })
  await client.connect()
  try {
    await client.query(
      `update control.branches set name = $3, is_default = false,
         parent_project_id = (select id from control.projects where ref = $2)
       where project_id = (select id from control.projects where ref = $1)`,
      [ref, parent, name],
    )
  } finally {
    await client.end()
  }
  return ref
}
