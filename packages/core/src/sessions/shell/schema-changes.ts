/**
 * After a change of a project's schema, from any page and any window of this browser, the data of the project is
 * fetched again.
 * @spec §7
 */
import { projectKey } from '../../data/projects.js'
import type { Queries } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { followsSchema } from '../../rules/sql/schema-change.js'

export interface SchemaChanges extends Disposable {
  /** A call of this window may have changed the schema. */
  happened(ref: string): void
}

/** Fetches what depends on the schema of a project again. */
export function refreshSchema(queries: Pick<Queries, 'refresh'>, ref: string): void {
  queries.refresh(projectKey(ref), followsSchema)
}

/** The storage key with the project whose schema changed last, and when: other windows observe it. */
const KEY = 'basedeck:schema-changed'

export function createSchemaChanges({
  host,
  queries,
}: {
  host: Pick<Host, 'storage' | 'clock'>
  queries: Pick<Queries, 'refresh'>
}): SchemaChanges {
  const scope = createScope()
  const refresh = (ref: string) => refreshSchema(queries, ref)
  const stop = host.storage.subscribe?.((key, value) => {
    const [ref] = key === KEY && value !== null ? value.split(' ') : []
    if (ref !== undefined) refresh(ref)
  })
  if (stop) scope.add(stop)
  return {
    happened(ref) {
      refresh(ref)
      host.storage.set(KEY, `${ref} ${host.clock.now()}`)
    },
    dispose: scope.dispose,
  }
}
