/**
 * The whole result of one statement as a file. It begins with a call, so that a statement which can't run is refused
 * there; the browser then fetches the file by its own address, and asks how far it is.
 */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { impersonatedRole } from './impersonation.js'
import { runId } from './params.js'
import { inProject } from './permission.js'
import { MAX_RUN_BODY } from './query.js'

/** What `beginExport` takes. */
export const exportBody = v.object({
  /** One statement that reads; it runs in a READ ONLY transaction. */
  query: v.string('query must be a text'),
  /** `value`: the first cell alone, as it is. */
  format: v.picklist(['csv', 'json', 'markdown', 'sql', 'value']),
  /** Of the file, without its extension. */
  name: v.pipe(v.string(), v.maxLength(200)),
  /** Where INSERT statements go. */
  table: v.optional(v.pipe(v.string(), v.nonEmpty('Enter a table'), v.maxLength(200))),
  role: v.optional(impersonatedRole),
})

/** An export that has begun: its first rows are there. */
export interface BegunExport {
  id: string
  /** Name of the file, with its extension. */
  name: string
  /** Where the file is; it can be fetched once, within a minute. */
  path: string
}

/** `failed`: the file that was fetched so far is not whole, and its download ended with an error. */
export type ExportProgress =
  | { state: 'waiting' | 'running' | 'done' | 'cancelled'; rows: number; bytes: number }
  | { state: 'failed'; rows: number; bytes: number; message: string }

const PATH = '/platform/pg-meta/{ref}/exports'
const REQUIRES = { ref: 'Project ref is required' }
const ACCESS = inProject('read', 'database')

/**
 * Begins an export of one statement's whole result, in a READ ONLY transaction. 400 when the statement can't run;
 * otherwise the answer says where the file is fetched.
 */
export const beginExport = endpoint({
  method: 'POST',
  path: PATH,
  access: ACCESS,
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  body: exportBody,
  maxBody: MAX_RUN_BODY,
  response: gives<BegunExport>(),
  requires: REQUIRES,
})
/** How far an export is. 404 some time after its end. */
export const exportProgress = endpoint({
  method: 'GET',
  path: `${PATH}/{exportId}`,
  params: { exportId: runId },
  access: ACCESS,
  servedBy: 'beginner',
  response: gives<ExportProgress>(),
  requires: REQUIRES,
})
/** The bytes of the file. The connection breaks when it can't be finished: half a file is no file. */
export const exportFile = endpoint({
  method: 'GET',
  path: `${PATH}/{exportId}/file`,
  params: { exportId: runId },
  access: ACCESS,
  servedBy: 'beginner',
  response: gives<unknown>(),
  requires: REQUIRES,
})
/** Cancels an export, also while its file is fetched. */
export const cancelExport = endpoint({
  method: 'DELETE',
  path: `${PATH}/{exportId}`,
  params: { exportId: runId },
  access: ACCESS,
  servedBy: 'beginner',
  audit: 'never, because no data is changed',
  response: gives<{ cancelled: boolean }>(),
  requires: REQUIRES,
})
