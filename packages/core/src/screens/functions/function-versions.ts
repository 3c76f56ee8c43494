/** The versions of a function: which one answers calls, how two differ, and the way back. */
import type { FunctionFile, FunctionVersion } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { functionFilesQuery, functionRollback, functionVersionsQuery } from '../../data/functions.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { changedFiles } from '../../rules/functions/function-files.js'
import { sizeText } from '../../rules/results/bytes.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { functionsText } from '../../text/functions.js'
import type { Needs } from '../context.js'
import type { RowAction } from '../query/snippet-actions.js'

const text = functionsText.versions

/** A version as its row shows it. */
export interface VersionRow {
  version: number
  isServed: boolean
  /** Empty: it was deployed. */
  note: string
  madeAt: string
  madeBy: string
  files: number
  size: string
}

/** How a version differs from the one that answers calls. */
export interface VersionComparison {
  title: string
  files: Remote<readonly { name: string; before: string; after: string }[]>
}

/** The part of a function's page with its versions. */
export interface FunctionVersions {
  readonly $rows: ReadableAtom<Remote<VersionRow[]>>
  /** Null: none is compared. */
  readonly $comparison: ReadableAtom<VersionComparison | null>
  close(): void
  actions(row: VersionRow): readonly RowAction[]
  readonly rollback: Confirmation<number>
}

export function createFunctionVersions(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  { ref, slug, $mayChange }: { ref: string; slug: string; $mayChange: ReadableAtom<ControlState> },
): FunctionVersions {
  const $versions = queries.store(functionVersionsQuery(client, ref, slug))
  const $compared = atom<number | null>(null)
  const $served = computed($versions, (versions) =>
    versions.status === 'ready' ? (versions.data.find(({ is_served }) => is_served)?.version ?? null) : null,
  )
  const filesOf = ($version: ReadableAtom<number | null>) =>
    queries.follow(
      computed($version, (version) =>
        version === null ? null : functionFilesQuery(client, ref, slug, version),
      ),
    )
  const $before = filesOf($compared)
  const $after = filesOf(computed([$compared, $served], (compared, served) => compared && served))
  const rolling = createMutation(queries, functionRollback(client, ref))
  const rollback = createConfirmation<number>(async (version) => {
    const outcome = await rolling.run({ slug, version })
    if (outcome.type === 'done')
      host.notifier.notify({ kind: 'success', message: text.rolledBackTo(outcome.data.version) })
    return outcome
  })
  return {
    $rows: computed($versions, (versions): Remote<VersionRow[]> =>
      versions.status === 'ready' ? { ...versions, data: versions.data.map(rowOf) } : versions,
    ),
    $comparison: computed([$compared, $before, $after], (compared, before, after) =>
      compared === null ? null : { title: text.comparing(compared), files: differences(before, after) },
    ),
    close: () => $compared.set(null),
    actions({ version, isServed }) {
      if (isServed) return []
      const { hint } = $mayChange.get()
      return [
        { id: 'compare', label: text.compare, run: () => $compared.set(version) },
        {
          id: 'roll-back',
          label: text.rollBack,
          ...(hint === undefined ? {} : { hint }),
          run: () => rollback.ask(version),
        },
      ]
    },
    rollback,
  }
}

function rowOf({ version, created_at, made_by, rolled_back_to, files, bytes, is_served }: FunctionVersion) {
  return {
    version,
    isServed: is_served,
    note: rolled_back_to === null ? '' : text.rolledBack(rolled_back_to),
    madeAt: created_at,
    madeBy: made_by ?? text.unknown,
    files,
    size: sizeText(bytes),
  }
}

function differences(
  before: Remote<FunctionFile[]> | null,
  after: Remote<FunctionFile[]> | null,
): VersionComparison['files'] {
  if (before === null || after === null) return { status: 'loading' }
  if (before.status !== 'ready') return before
  if (after.status !== 'ready') return after
  return { ...after, data: changedFiles(before.data, after.data) }
}
