/**
 * After a change of a project's schema, from any page and any window of this browser, the data of the project is
 * fetched again.
 * @spec §7
 */
import { toPlatformError, type Client } from '@basedeck/platform-client'
import type { ReadableAtom } from 'nanostores'
import { addToDraft } from '../../data/migrations.js'
import { projectKey } from '../../data/projects.js'
import type { Queries } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Host } from '../../ports/index.js'
import { isServerWide } from '../../rules/migrations/migration-statement.js'
import { followsSchema } from '../../rules/sql/schema-change.js'
import { migrationsText } from '../../text/migrations.js'

export interface SchemaChanges extends Disposable {
  /** A call of this window may have changed the schema. */
  happened(ref: string): void
  /** A panel ran these statements: where the user wants that, they are added to the migration in progress. */
  ran(ref: string, statements: readonly string[]): Promise<void>
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
  client,
  $writesMigration,
}: {
  host: Pick<Host, 'storage' | 'clock' | 'notifier'>
  queries: Pick<Queries, 'refresh'>
  client: Client
  $writesMigration: ReadableAtom<boolean>
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
    async ran(ref, statements) {
      // They are about the server, and may hold passwords.
      const own = statements.filter((sql) => !isServerWide(sql))
      if (!$writesMigration.get() || own.length === 0) return
      try {
        await addToDraft(client, ref, own.map((sql) => `${sql};`).join('\n'))
      } catch (error) {
        const { message } = toPlatformError(error)
        host.notifier.notify({ kind: 'error', message: `${migrationsText.notKept}: ${message}` })
      }
    },
    dispose: scope.dispose,
  }
}
