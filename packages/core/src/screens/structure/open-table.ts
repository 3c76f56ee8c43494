/** Opens a table in the table editor. @param id its oid */
import type { Needs } from '../context.js'

export function openTable({ router }: Needs<'router'>, ref: string, id: string, schema: string): void {
  router.open(`${router.href('tableEditorTable', { ref, id })}?${new URLSearchParams({ schema })}`)
}
