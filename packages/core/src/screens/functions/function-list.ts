/** `/project/{ref}/functions`: the edge functions of a project, and how they do. SPEC §2 */
import {
  SERVICE_PATHS,
  type EdgeFunction,
  type FunctionsRuntime,
  type FunctionStats,
} from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import {
  functionDeletion,
  functionsQuery,
  functionsRuntimeQuery,
  functionStatsQuery,
} from '../../data/functions.js'
import { projectQuery } from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { createSortedList, type SortedList } from '../../kernel/sorting.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { functionsText } from '../../text/functions.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import type { RowAction } from '../query/snippet-actions.js'

const text = functionsText.list

/** A function as its row shows it. */
export interface FunctionRow {
  slug: string
  name: string
  href: string
  /** Where it answers; empty until that is known. */
  address: string
  version: number
  needsToken: boolean
  /** Of the last 24 hours. Null: not known. */
  calls: number | null
  errors: number | null
  /** Milliseconds; null: there was no call. */
  p50: number | null
  p95: number | null
  /** ISO 8601. */
  updatedAt: string
}

/** Why functions don't run here, or which walls are weaker. */
export interface RuntimeNotice {
  title: string
  sentences: readonly string[]
  /** What the operator runs; null: nothing helps, or nothing is needed. */
  command: string | null
  isBlocking: boolean
}

/** The page of the functions of a project. */
export interface FunctionListScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly functions: SortedList<FunctionRow>
  readonly $notice: ReadableAtom<RuntimeNotice | null>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly newHref: string
  actions(row: FunctionRow): readonly RowAction[]
  readonly deletion: Confirmation<{ name: string; slug: string }, string>
  copy(text: string): Promise<boolean>
}

export function createFunctionList(
  context: Needs<'host' | 'client' | 'queries' | 'router'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): FunctionListScreen {
  const { host, client, queries, router } = context
  const $list = queries.store(functionsQuery(client, ref))
  const $stats = queries.store(functionStatsQuery(client, ref))
  const $project = queries.store(projectQuery(client, ref))
  const $runtime = queries.store(functionsRuntimeQuery(client, ref))
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'functions' },
    text.mayNot,
  )
  const $mayDelete = projectControlState(
    context,
    ref,
    { action: 'delete', resource: 'functions' },
    text.mayNot,
  )
  const deleting = createMutation(queries, functionDeletion(client, ref))
  const copy = (value: string) => copyText(host, value)
  const deletion = createConfirmation<{ name: string; slug: string }, string>(async ({ name, slug }) => {
    const outcome = await deleting.run({ slug })
    if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message: text.deleted(name) })
    return outcome
  })
  const $rows = computed([$list, $stats, $project], (list, stats, project): Remote<FunctionRow[]> => {
    if (list.status !== 'ready') return list
    const base = project.status === 'ready' ? project.data.restUrl + SERVICE_PATHS.functions : null
    const known = stats.status === 'ready' ? stats.data : null
    const data = list.data.map((one) => ({
      ...rowOf(one, known),
      href: router.href('edgeFunction', { ref, function: one.slug }),
      address: base === null ? '' : `${base}/${one.slug}`,
    }))
    return { ...list, data }
  })
  return {
    title,
    gate,
    functions: createSortedList(
      $rows,
      {
        name: ({ name }) => name,
        version: ({ version }) => version,
        calls: ({ calls }) => calls ?? 0,
        errors: ({ errors }) => errors ?? 0,
        p50: ({ p50 }) => p50 ?? 0,
        p95: ({ p95 }) => p95 ?? 0,
        updated: ({ updatedAt }) => updatedAt,
      },
      { largestFirst: ['calls', 'errors', 'p50', 'p95', 'updated'] },
    ),
    $notice: computed($runtime, (runtime) => (runtime.status === 'ready' ? noticeOf(runtime.data) : null)),
    $mayChange,
    newHref: router.href('newFunction', { ref }),
    actions({ slug, name, address }) {
      const { hint } = $mayDelete.get()
      return [
        { id: 'copy', label: text.copy, run: () => void copy(address) },
        {
          id: 'delete',
          label: text.delete,
          isDangerous: true,
          ...(hint === undefined ? {} : { hint }),
          run: () => deletion.ask({ name, slug }),
        },
      ]
    },
    deletion,
    copy,
    dispose: $mayDelete.listen(() => undefined),
  }
}

function rowOf(
  { slug, name, version, verify_jwt, updated_at }: EdgeFunction,
  stats: readonly FunctionStats[] | null,
): Omit<FunctionRow, 'href' | 'address'> {
  const own = stats?.find((one) => one.slug === slug)
  return {
    slug,
    name,
    version,
    needsToken: verify_jwt,
    calls: stats && (own?.calls ?? 0),
    errors: stats && (own?.errors ?? 0),
    p50: own?.p50_ms ?? null,
    p95: own?.p95_ms ?? null,
    updatedAt: new Date(updated_at).toISOString(),
  }
}

function noticeOf({ available, reason, command, weak_walls }: FunctionsRuntime): RuntimeNotice | null {
  if (!available)
    return { title: text.unavailable, sentences: reason === null ? [] : [reason], command, isBlocking: true }
  if (weak_walls.length === 0) return null
  return { title: text.weak, sentences: weak_walls, command: null, isBlocking: false }
}
