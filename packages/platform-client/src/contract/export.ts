/**
 * Exports the whole result of one statement as a file. A call starts it, so that invalid statements are refused
 * there. The browser then downloads the file from its address and polls the progress.
 */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { impersonatedRole } from './impersonation.js'
import { runId } from './params.js'
import { inProject } from './permission.js'
import { QUERY_LIMIT_BYTES, TEXT_MAX_BODY } from './query.js'

/** How a CSV file is written. */
export const csvForm = v.object({
  /** Whether the first line has the names of the columns. */
  header: v.boolean(),
  delimiter: v.picklist([',', ';', '\t', '|']),
  quote: v.picklist(['"', "'"]),
  /** What a NULL is written as, without quotes; a text that looks like it is quoted. */
  nullText: v.pipe(
    v.string(),
    v.maxLength(100),
    v.regex(/^[^,;\t|"'\r\n]*$/, 'The text for NULL can’t contain a delimiter, a quote or a line break'),
  ),
})
/** How a CSV file is written. */
export type CsvForm = v.InferOutput<typeof csvForm>

/** What `beginExport` takes. */
export const exportBody = v.object({
  /** One statement that reads; it runs in a READ ONLY transaction. */
  query: v.string('query must be a text'),
  /** `value`: the first cell alone, as it is. */
  format: v.picklist(['csv', 'json', 'ndjson', 'markdown', 'sql', 'xlsx', 'value']),
  /** Only for CSV; default: a header, commas, double quotes, NULL as an empty field. */
  csv: v.optional(csvForm),
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
 * otherwise the answer has the address of the file.
 */
export const beginExport = endpoint({
  method: 'POST',
  path: PATH,
  access: ACCESS,
  evenFull: true,
  servedBy: 'holder',
  limit: 'runs',
  audit: true,
  body: exportBody,
  maxSql: { each: QUERY_LIMIT_BYTES, all: QUERY_LIMIT_BYTES },
  maxBody: TEXT_MAX_BODY,
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
/**
 * The bytes of the file. The connection is aborted if it can't be finished, so that a partial file is not mistaken
 * for a complete one.
 */
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
