/** Where the database of a branch is whose parent was added by URL: beside the parent's, reached by the parent's URL. */
import { randomBytes } from 'node:crypto'
import type { DatabaseUrl } from './database-url.js'
import { inDatabase } from './in-database.js'

/** The name of a branch's database on its server. @param ref of the branch */
export function branchDatabase(ref: string): string {
  return `basedeck_branch_${ref}`
}

/** One that is filled while the branch is in use. */
export function branchDraft(ref: string): string {
  return `${branchDatabase(ref)}_${randomBytes(4).toString('hex')}`
}

export function besideUrl(url: DatabaseUrl, database: string): DatabaseUrl {
  return { ...url, config: inDatabase(url.config, database), database }
}
