/** What the staged deletions do to the rows of other tables, told before they are saved. */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { referringRows } from '../../data/table-edits.js'
import type { StagedEdits } from '../../rules/staged-edits.js'
import { COUNTED_REFERENCES_MAX } from '../../sql/deletion-impact.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'

export interface DeletionImpactParts {
  ref: string
  $edits: ReadableAtom<StagedEdits>
  $table: ReadableAtom<TableDetail | null>
}

/** Counting must not hold up the database. */
const COUNTING_MS = 500

export function createDeletionImpact(
  { host, client }: Needs<'host' | 'client'>,
  { ref, $edits, $table }: DeletionImpactParts,
): ReadableAtom<readonly string[]> {
  const $sentences = atom<readonly string[]>([])
  const $deletes = computed($edits, ({ deletes }) => deletes)
  let stop = () => {}
  const read = async (deletes: StagedEdits['deletes'], table: TableDetail): Promise<void> => {
    const reading = new AbortController()
    const counting = new AbortController()
    const cancel = host.clock.after(COUNTING_MS, () => counting.abort())
    stop = () => {
      cancel()
      reading.abort()
      counting.abort()
    }
    try {
      const found = await referringRows(client, ref, table, deletes, {
        signal: reading.signal,
        counting: counting.signal,
      })
      if (reading.signal.aborted) return
      $sentences.set(
        found.map(({ schema, table: name, columns, count, onDelete }) =>
          text.referring(
            schema === table.schema ? name : `${schema}.${name}`,
            columns,
            count,
            COUNTED_REFERENCES_MAX,
            onDelete,
          ),
        ),
      )
    } catch (error) {
      // Without it, PostgreSQL tells at the save what is in the way.
      if (!reading.signal.aborted) host.log?.(`Referring rows were not read: ${(error as Error).message}`)
    } finally {
      cancel()
    }
  }
  onMount($sentences, () => {
    const end = computed([$deletes, $table], (deletes, table) => ({ deletes, table })).subscribe((now) => {
      stop()
      $sentences.set([])
      if (now.table && now.deletes.length > 0) void read(now.deletes, now.table)
    })
    return () => {
      end()
      stop()
    }
  })
  return $sentences
}
