/** Opens a new query of a project, with a text to begin with or empty. */
import type { Needs } from '../context.js'

export async function beginQuery(
  context: Needs<'router' | 'lazy'>,
  { ref, ...begun }: { ref: string; name?: string; sql?: string },
): Promise<void> {
  const { sqlWorkOf } = await import('../../sessions/sql/sql-work.js')
  const id = sqlWorkOf(context).snippets.of(ref).create(begun)
  context.router.open(context.router.href('sqlEditor', { ref, id }))
}
