/** The address of a table in the table editor. @param id its oid */
import type { Needs } from '../context.js'

export function tableHref(
  router: Needs<'router'>['router'],
  ref: string,
  { id, schema }: { id: string; schema: string },
): string {
  return `${router.href('tableEditorTable', { ref, id })}?${new URLSearchParams({ schema })}`
}
