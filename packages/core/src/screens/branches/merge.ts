/** `/project/{ref}/merge`: a branch against its parent, what is chosen of it, the merge, and the way back. */
import {
  toPlatformError,
  type BranchComparison,
  type MergeObject,
  type MergeRecord,
  type MergeResult,
  type SchemaDifference,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { comparisonQuery, merging, mergeUndoing, planOf, type MergeChoice } from '../../data/merge.js'
import { projectQuery } from '../../data/projects.js'
import { createConfirmation, type Confirmation } from '../../kernel/confirmation.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { firstChoice, objectsWith, withObject, withoutObject } from '../../rules/merge/merge-choice.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { mergeText as text } from '../../text/merge.js'
import type { Needs } from '../context.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'
import { createMergeRows, type MergeRowsPart } from './merge-rows.js'

/** What is chosen, by the ids of the comparison. */
export interface ChosenChanges {
  objects: ReadonlySet<string>
  buckets: ReadonlySet<string>
  auth: ReadonlySet<string>
}

/** The comparison as the page shows it. */
export interface MergeView {
  comparison: BranchComparison
  /** Without policies, as far as they have the words of the search. */
  schema: readonly MergeObject[]
  policies: readonly MergeObject[]
  conflicts: number
  /** Nothing differs. */
  isEmpty: boolean
}

/** What the question of a merge shows. */
export interface MergeQuestion {
  parent: string
  parentRef: string
  statements: readonly SchemaDifference[]
  /** How many auth settings. */
  settings: number
  /** What the statements are of: the comparison may be a newer one when the question is answered. */
  choice: MergeChoice
}

/** `/project/{ref}/merge`. */
export interface MergeScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly $view: ReadableAtom<Remote<MergeView>>
  /** The project is no branch, so the page says so. */
  readonly $isNoBranch: ReadableAtom<boolean>
  readonly branchesHref: string
  readonly $mayMerge: ReadableAtom<ControlState>
  readonly $words: ReadableAtom<string>
  search(words: string): void
  readonly $chosen: ReadableAtom<ChosenChanges>
  /** Also chooses what it needs, or leaves out what needs it. */
  toggle(kind: keyof ChosenChanges, id: string): void
  /** All of both lists of objects, or none; conflicts are chosen one by one. */
  chooseAll(all: boolean): void
  /** The objects that are shown side by side. */
  readonly $open: ReadableAtom<ReadonlySet<string>>
  toggleOpen(id: string): void
  /** The statements are being prepared. */
  readonly $isPlanning: ReadableAtom<boolean>
  /** Why the question could not be asked, or what became of the last answer; null: nothing to say. */
  readonly $problem: ReadableAtom<string | null>
  /** Asks the platform what would run, and opens the question. */
  askToMerge(): Promise<void>
  readonly question: Confirmation<MergeQuestion>
  /** What the last merge of this visit gave; null: none was made, or it was taken back. */
  readonly $result: ReadableAtom<MergeResult | null>
  readonly undoing: Confirmation<MergeRecord>
  compareAgain(): void
  readonly rows: MergeRowsPart
}

const NOTHING: ChosenChanges = { objects: new Set(), buckets: new Set(), auth: new Set() }

export function createMerge(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'schemaChanges'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): MergeScreen {
  const { host, client, queries, router, schemaChanges } = context
  const query = comparisonQuery(client, ref)
  const $project = queries.store(projectQuery(client, ref))
  const $isBranch = computed($project, (project) =>
    project.status === 'ready' ? project.data.parent_project_ref !== undefined : null,
  )
  // Of a project that is no branch there is nothing to ask.
  const $asked = queries.follow(computed($isBranch, (isBranch) => (isBranch ? query : null)))
  const $comparison = behindGate<Remote<BranchComparison>>(
    gate,
    computed([$asked, $project], (asked, project): Remote<BranchComparison> => {
      if (asked !== null) return asked
      return project.status === 'failed' ? project : { status: 'loading' }
    }),
    { status: 'loading' },
  )
  const $words = atom('')
  const $open = atom<ReadonlySet<string>>(new Set())
  const $isPlanning = atom(false)
  const $problem = atom<string | null>(null)
  const $result = atom<MergeResult | null>(null)
  // What the user chose, and the versions that it was chosen of: a newer comparison begins anew.
  const $typed = atom<{ of: string; chosen: ChosenChanges } | null>(null)
  const versionOf = (one: BranchComparison) => `${one.parent_version} ${one.branch_version}`
  const $chosen = computed([$comparison, $typed], (remote, typed): ChosenChanges => {
    if (remote.status !== 'ready') return NOTHING
    return typed?.of === versionOf(remote.data) ? typed.chosen : firstChoice(remote.data)
  })
  const $mayMerge = projectControlState(context, ref, { action: 'update', resource: 'database' }, text.mayNot)
  const sending = createMutation(queries, merging(client, ref))
  const taking = createMutation(queries, mergeUndoing(client, ref))
  const ready = () => {
    const now = $comparison.get()
    return now.status === 'ready' ? now.data : null
  }
  function choose(change: (chosen: ChosenChanges, comparison: BranchComparison) => ChosenChanges): void {
    const comparison = ready()
    if (comparison) $typed.set({ of: versionOf(comparison), chosen: change($chosen.get(), comparison) })
  }
  const choiceOf = (comparison: BranchComparison) => {
    const { objects, buckets, auth } = $chosen.get()
    const { parent_version, branch_version } = comparison
    return { parent_version, branch_version, objects: [...objects], buckets: [...buckets], auth: [...auth] }
  }
  /** True: it was about a comparison that is not the present one, and the page has the new one. */
  function tookStale(error: ReturnType<typeof toPlatformError>): boolean {
    const { stored } = (error.body ?? {}) as { stored?: BranchComparison }
    if (error.code !== 'stale') return false
    if (stored) queries.set(query, stored)
    else queries.refresh(query.key)
    $problem.set(text.stale)
    return true
  }
  const question = createConfirmation<MergeQuestion>(async ({ parentRef, choice }) => {
    const outcome = await sending.run(choice)
    schemaChanges.happened(parentRef)
    if (outcome.type === 'failed') {
      if (!tookStale(outcome.error)) return outcome
      return { type: 'done', data: null }
    }
    $problem.set(null)
    $result.set(outcome.data)
    host.notifier.notify({ kind: 'success', message: text.merged })
    return outcome
  })
  const rows = createMergeRows(context, { ref, gate })
  return {
    title,
    gate,
    $view: computed([$comparison, $words], (remote, words): Remote<MergeView> =>
      remote.status === 'ready' ? { ...remote, data: viewOf(remote.data, words) } : remote,
    ),
    $isNoBranch: computed($isBranch, (isBranch) => isBranch === false),
    branchesHref: router.href('branches', { ref }),
    $mayMerge,
    $words,
    search: (words) => $words.set(words),
    $chosen,
    toggle: (kind, id) =>
      choose((chosen, { objects }) => {
        const isChosen = chosen[kind].has(id)
        if (kind === 'objects')
          return { ...chosen, objects: (isChosen ? withoutObject : withObject)(objects, chosen.objects, id) }
        const next = new Set(chosen[kind])
        if (!next.delete(id)) next.add(id)
        return { ...chosen, [kind]: next }
      }),
    chooseAll: (all) =>
      choose((chosen, comparison) => ({
        ...chosen,
        objects: all ? firstChoice(comparison).objects : new Set<string>(),
      })),
    $open,
    toggleOpen(id) {
      const next = new Set($open.get())
      if (!next.delete(id)) next.add(id)
      $open.set(next)
    },
    $isPlanning,
    $problem,
    async askToMerge() {
      const comparison = ready()
      if (!comparison || $isPlanning.get() || $mayMerge.get().disabled) return
      const choice = choiceOf(comparison)
      if (choice.objects.length + choice.buckets.length + choice.auth.length === 0) return
      $isPlanning.set(true)
      $problem.set(null)
      try {
        const { statements } = await planOf(client, ref, choice)
        const { name: parent, ref: parentRef } = comparison.parent
        question.ask({ parent, parentRef, statements, settings: choice.auth.length, choice })
      } catch (cause) {
        const error = toPlatformError(cause)
        if (!tookStale(error)) $problem.set(error.message)
      } finally {
        $isPlanning.set(false)
      }
    },
    question,
    $result,
    undoing: createConfirmation<MergeRecord>(async ({ id }) => {
      const outcome = await taking.run(id)
      const comparison = ready()
      if (comparison) schemaChanges.happened(comparison.parent.ref)
      if (outcome.type === 'failed') return outcome
      $result.set(null)
      host.notifier.notify({ kind: 'success', message: text.takenBack })
      return outcome
    }),
    compareAgain() {
      $problem.set(null)
      queries.refresh(query.key)
    },
    rows,
    dispose: rows.dispose,
  }
}

function viewOf(comparison: BranchComparison, words: string): MergeView {
  const { objects, buckets, auth } = comparison
  const found = objectsWith(objects, words)
  return {
    comparison,
    schema: found.filter(({ kind }) => kind !== 'policy'),
    policies: found.filter(({ kind }) => kind === 'policy'),
    conflicts: objects.filter(({ conflict }) => conflict).length,
    isEmpty: objects.length + buckets.length + auth.length === 0,
  }
}
