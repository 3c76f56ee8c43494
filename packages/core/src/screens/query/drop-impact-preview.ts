/** Below the question before a run: what it would take away, counted while its user reads. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchDropImpact } from '../../data/drop-impact.js'
import { projectQuery } from '../../data/projects.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { SqlRun } from '../../sessions/sql/sql-run.js'
import type { DropImpact } from '../../sql/index.js'
import { sqlText } from '../../text/sql-editor.js'
import type { Needs } from '../context.js'

export interface DropImpactPreview extends Disposable {
  /** A sentence for each thing; while they are counted, that they are. */
  readonly $sentences: ReadableAtom<readonly string[]>
  /** What is typed before the run may begin; null: nothing. */
  readonly $nameToType: ReadableAtom<string | null>
}

/** So many things are counted; the rest is in the text for everybody to read. */
const COUNTED_MAX = 5

export function createDropImpactPreview(
  { client, queries, $runtime }: Needs<'client' | 'queries' | '$runtime'>,
  run: SqlRun,
): DropImpactPreview {
  const scope = createScope()
  const $sentences = atom<readonly string[]>([])
  let counting: AbortController | undefined

  const count = async (signal: AbortSignal, destroys: readonly DropImpact['destruction'][]) => {
    $sentences.set([sqlText.dropImpact.counting])
    const said: string[] = []
    for (const one of destroys.slice(0, COUNTED_MAX)) {
      // The question is asked without it where the database does not answer.
      const impact = await fetchDropImpact(client, run.ref, one, signal).catch(() => null)
      if (signal.aborted) return
      if (impact) said.push(sqlText.dropImpact.sentence(impact))
    }
    $sentences.set([...new Set(said)])
  }
  scope.add(
    run.$state.subscribe((state) => {
      counting?.abort()
      const destroys = state.status === 'asking' ? (state.destroys ?? []) : []
      if (destroys.length === 0) return $sentences.set([])
      counting = new AbortController()
      void count(counting.signal, destroys)
    }),
  )
  scope.add(() => counting?.abort())

  return {
    $sentences,
    $nameToType: computed(
      [run.$state, $runtime, queries.store(projectQuery(client, run.ref))],
      (state, runtime, project) => {
        const [first] = state.status === 'asking' ? (state.destroys ?? []) : []
        const isHosted = runtime.status === 'ready' && runtime.data.isPlatform
        if (!first || !isHosted || project.status !== 'ready') return null
        const { is_branch_enabled: hasBranches, parent_project_ref: parent } = project.data
        return hasBranches && parent === undefined ? first.name : null
      },
    ),
    dispose: scope.dispose,
  }
}
