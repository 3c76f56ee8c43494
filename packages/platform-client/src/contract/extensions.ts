/** The extensions of a project's database: what its server has, what is installed, who may install the rest. */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** An extension that is installed, or that the server has. */
export interface Extension {
  name: string
  comment: string
  /** Absent: the server no longer has it. */
  default_version: string | null
  /** Null: it is not installed. */
  installed_version: string | null
  /** Where it is installed. */
  schema: string | null
  /** Other extensions that it needs; they are installed with it. */
  requires: string[]
  /** Why nobody can install it here now; null: one who may change the database can. */
  closed_because: string | null
  /** Why it can't be removed; null: it can. */
  kept_because: string | null
  /** What it reaches beyond the database; null: nothing that is known. Only an administrator can open it. */
  reaches: string | null
  /** An administrator of the installation opened it for this project. */
  is_allowed: boolean
}

const PATH = '/platform/projects/{ref}/extensions'
const REQUIRES = { ref: 'Project ref is required' }
const extensionName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/, 'This is not the name of an extension'),
)

/** Every extension that is installed or that the server has, by name. */
export const listExtensions = endpoint({
  method: 'GET',
  path: PATH,
  access: inProject('read', 'database'),
  servedBy: 'holder',
  response: gives<Extension[]>(),
  requires: REQUIRES,
})
/**
 * Installs it into the schema `extensions`, with those that it needs. 404 `extension_not_found`: the server does not have it.
 * 403 `extension_closed`: with the reason.
 */
export const installExtension = endpoint({
  method: 'POST',
  path: PATH,
  access: inProject('update', 'database'),
  servedBy: 'holder',
  audit: true,
  body: v.object({ name: extensionName }),
  response: gives<Extension>(),
  requires: REQUIRES,
})
/** Removes it, unless something depends on it: then PostgreSQL's error says what. */
export const removeExtension = endpoint({
  method: 'DELETE',
  path: `${PATH}/{name}`,
  params: { name: extensionName },
  access: inProject('update', 'database'),
  servedBy: 'holder',
  audit: true,
  response: gives<Extension>(),
  requires: REQUIRES,
})
/**
 * Opens an extension that reaches beyond the database for one project, or closes it again; what is installed stays. For
 * administrators of the installation, in a session, and for who works alone on the machine: 403 `administrator_needed`.
 */
export const allowExtension = endpoint({
  method: 'PUT',
  path: `${PATH}/{name}/allowance`,
  params: { name: extensionName },
  access: 'profile',
  audit: true,
  body: v.object({ allowed: v.boolean() }),
  response: gives<{ name: string; is_allowed: boolean }>(),
  requires: REQUIRES,
})
