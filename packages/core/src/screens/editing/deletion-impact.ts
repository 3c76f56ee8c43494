/** What staged deletions and changed keys do to the rows of other tables, told before they are saved. */
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { referringRows } from '../../data/table-edits.js'
import { NO_EDITS, type StagedEdits } from '../../rules/table-editor/staged-edits.js'
import { COUNTED_REFERENCES_MAX } from '../../sql/deletion-impact.js'
import type { TableDetail } from '../../sql/table-detail.js'
import { tableEditText as text } from '../../text/table-editing.js'
import type { Needs } from '../context.js'

export interface DeletionImpactParts {
  ref: string
  $edits: ReadableAtom<StagedEdits>
  $table: ReadableAtom<TableDetail | null>
}

type ImpactfulEdits = Pick<StagedEdits, 'deletes' | 'updates'>

/** Counting must not hold up the database. */
const COUNTING_MS = 500

export function createDeletionImpact(
  { host, client }: Needs<'host' | 'client'>,
  { ref, $edits, $table }: DeletionImpactParts,
): ReadableAtom<readonly string[]> {
  const $sentences = atom<readonly string[]>([])
  /** The same object while nothing of it changes. */
  let staged: ImpactfulEdits = NO_EDITS
  const $staged = computed([$edits, $table], ({ deletes, updates }, table) => {
    const referenced = table?.constraints.referenced ?? []
    const changed = updates.filter(({ changes }) =>
      referenced.some((column) => Object.hasOwn(changes, column)),
    )
    const isSame =
      staged.deletes === deletes &&
      staged.updates.length === changed.length &&
      changed.every((update, at) => update === staged.updates[at])
    return isSame ? staged : (staged = { deletes, updates: changed })
  })
  let stop = () => {}
  const read = async (edits: ImpactfulEdits, table: TableDetail): Promise<void> => {
    const reading = new AbortController()
    const counting = new AbortController()
    const cancel = host.clock.after(COUNTING_MS, () => counting.abort())
    stop = () => {
      cancel()
      reading.abort()
      counting.abort()
    }
    try {
      const found = await referringRows(client, ref, table, edits, {
        signal: reading.signal,
        counting: counting.signal,
      })
      if (reading.signal.aborted) return
      $sentences.set(
        found.map(({ schema, table: name, ...rows }) =>
          text.referring({
            ...rows,
            table: schema === table.schema ? name : `${schema}.${name}`,
            max: COUNTED_REFERENCES_MAX,
          }),
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
    const end = computed([$staged, $table], (edits, table) => ({ edits, table })).subscribe(
      ({ edits, table }) => {
        stop()
        $sentences.set([])
        if (table && edits.deletes.length + edits.updates.length > 0) void read(edits, table)
      },
    )
    return () => {
      end()
      stop()
    }
  })
  return $sentences
}
