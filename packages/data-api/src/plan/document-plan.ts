/** The root: a document of what the role may do. */
import { refused } from '../errors.js'
import { openApiDocument, type Visible } from '../documents/openapi.js'
import type { DataPlan } from '../request.js'
import { answerHeaders } from './answer-headers.js'
import type { Asked } from './asked.js'
import { openingOf } from './opening.js'

/** @throws DataApiError PGRST117, PGRST126 */
export function documentPlan(asked: Asked): DataPlan {
  const { schema, settings, within, request, preferences } = asked
  const mode = settings.openApi ?? 'follow-privileges'
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw refused('PGRST117', `Unsupported HTTP method: ${request.method}`)
  if (mode === 'disabled') throw refused('PGRST126', 'Root endpoint metadata is disabled')
  return {
    readOnly: true,
    opening: openingOf({ schema, settings, request, within, readOnly: true, timezone: preferences.timezone }),
    main: { text: RIGHTS, values: [within] },
    end: asked.isRolledBack ? 'rollback' : 'commit',
    answer: ({ row }) => {
      const visible = mode === 'ignore-privileges' ? undefined : visibleOf(row)
      const document = openApiDocument(schema, { within, visible, publicUrl: settings.publicUrl })
      const body = request.method === 'HEAD' ? '' : JSON.stringify(document)
      return { status: 200, headers: answerHeaders(asked, []), body, undone: false }
    },
  }
}

const RIGHTS = `
select (select json_agg(json_build_array(c.relname,
    has_any_column_privilege(c.oid, 'select'), has_any_column_privilege(c.oid, 'insert'),
    has_any_column_privilege(c.oid, 'update'), has_table_privilege(c.oid, 'delete')))::text
  from pg_class c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f')) as "tables",
  (select json_agg(distinct p.proname)::text from pg_proc p
    where p.pronamespace = n.oid and has_function_privilege(p.oid, 'execute')) as "functions"
from pg_namespace n where n.nspname = $1::text`

function visibleOf(row: Readonly<Record<string, string | null>>): Visible {
  const tables = JSON.parse(row['tables'] ?? '[]') as [string, boolean, boolean, boolean, boolean][] | null
  const functions = JSON.parse(row['functions'] ?? '[]') as string[] | null
  return {
    tables: new Map(
      (tables ?? []).map(([name, canSelect, canInsert, canUpdate, canDelete]) => [
        name,
        { canSelect, canInsert, canUpdate, canDelete },
      ]),
    ),
    functions: new Set(functions),
  }
}
