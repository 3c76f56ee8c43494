/** The runs of a report's blocks: a few at a time; a block that is asked for again, or removed, ends the run it has. */
import { toPlatformError, type Client } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { blockRows } from '../../data/own-reports.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { QueryBlock } from '../../rules/project/own-report.js'
import { planBlock, REPORT_AT_ONCE, type BlockPlan } from '../../rules/project/report-run.js'
import type { RunValues } from '../../rules/sql/run-values.js'
import type { RunResult } from '../../sql/run-result.js'
import { ownReportsText as text } from '../../text/own-reports.js'

/** What became of a block's query. */
export type BlockRun =
  | { status: 'none' }
  /** `before`: what it gave last. */
  | { status: 'running'; before: RunResult | null }
  /** It was not sent, or PostgreSQL refused it. */
  | { status: 'failed'; isRefused: boolean; message: string }
  | { status: 'ready'; result: RunResult; durationMs: number }

export interface ReportRuns extends Disposable {
  readonly $runs: ReadableAtom<ReadonlyMap<string, BlockRun>>
  /** @param isForced false: a block whose query and values have run keeps what it has */
  run(blocks: readonly QueryBlock[], values: RunValues, isForced: boolean): void
  /** Only these blocks are left. */
  keepOnly(ids: readonly string[]): void
}

interface Waiting {
  id: string
  plan: Extract<BlockPlan, { type: 'run' }>
  ended: AbortController
}

export function createReportRuns(client: Client, ref: string): ReportRuns {
  const scope = createScope()
  const $runs = atom<ReadonlyMap<string, BlockRun>>(new Map())
  /** What each block ran last: its query with its values. */
  const ran = new Map<string, string>()
  const going = new Map<string, AbortController>()
  let waiting: Waiting[] = []
  let active = 0
  scope.add(() => {
    waiting = []
    for (const one of going.values()) one.abort()
  })
  const set = (id: string, run: BlockRun) => $runs.set(new Map([...$runs.get(), [id, run]]))
  const stop = (id: string) => {
    going.get(id)?.abort()
    going.delete(id)
    waiting = waiting.filter((one) => one.id !== id)
  }
  const resultOf = (id: string) => {
    const run = $runs.get().get(id)
    return run?.status === 'ready' ? run.result : run?.status === 'running' ? run.before : null
  }

  async function perform({ id, plan, ended }: Waiting): Promise<void> {
    active++
    try {
      const { result, durationMs } = await blockRows(client, ref, plan, ended.signal)
      if (ended.signal.aborted) return
      if (result) set(id, { status: 'ready', result, durationMs })
      else set(id, { status: 'failed', isRefused: false, message: text.noRows })
    } catch (error) {
      if (!ended.signal.aborted)
        set(id, { status: 'failed', isRefused: false, message: toPlatformError(error).message })
    } finally {
      active--
      if (going.get(id) === ended) going.delete(id)
      next()
    }
  }

  function next(): void {
    while (active < REPORT_AT_ONCE) {
      const one = waiting.shift()
      if (!one) return
      void perform(one)
    }
  }

  return {
    $runs,
    run(blocks, values, isForced) {
      for (const { id, sql } of blocks) {
        const plan = planBlock(sql, values)
        const key = JSON.stringify(plan)
        if (!isForced && ran.get(id) === key) continue
        ran.set(id, key)
        stop(id)
        if (plan.type === 'refused') {
          const message = plan.reason === 'unknown' ? text.unknown(plan.names) : text.refusals[plan.reason]
          set(id, { status: 'failed', isRefused: true, message })
          continue
        }
        const ended = new AbortController()
        going.set(id, ended)
        waiting.push({ id, plan, ended })
        set(id, { status: 'running', before: resultOf(id) })
      }
      next()
    },
    keepOnly(ids) {
      const kept = new Set(ids)
      const gone = [...$runs.get().keys()].filter((id) => !kept.has(id))
      if (gone.length === 0) return
      for (const id of gone) {
        stop(id)
        ran.delete(id)
      }
      $runs.set(new Map([...$runs.get()].filter(([id]) => kept.has(id))))
    },
    dispose: scope.dispose,
  }
}
