/**
 * What PostgreSQL's grammar refuses, found while the user pauses: statement by statement, a few at a time, each text once.
 */
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Clock } from '../../ports/index.js'
import { outlineOf, stretchesOf, type SqlOutline } from '../../rules/sql-outline.js'
import { CHECKED_MAX, isWorthShowing, type SqlProblem } from '../../rules/sql-problem.js'
import type { GrammarLayer } from '../../sessions/grammar-layer.js'
import type { Mark } from './run-error.js'

/** Milliseconds without a keystroke. */
export const PROBLEM_PAUSE_MS = 500
/** Characters that are read before the page may do something else: 3 ms of the parser. */
const AT_ONCE = 16_000

export interface SqlProblems extends Disposable {
  readonly $problems: ReadableAtom<Mark[]>
  /** @param cursor undefined: the editor has not the focus */
  look(text: string, cursor: number | undefined): void
}

export function createSqlProblems(clock: Clock, grammar: GrammarLayer): SqlProblems {
  const $problems = atom<Mark[]>([])
  let known = new Map<string, SqlProblem | null>()
  let outline: SqlOutline | undefined
  let stop = () => {}
  let latest: { text: string; cursor: number | undefined } = { text: '', cursor: undefined }
  let turn = 0

  const show = (marks: Mark[]) => {
    if (JSON.stringify(marks) !== JSON.stringify($problems.get())) $problems.set(marks)
  }

  async function read(): Promise<void> {
    const mine = ++turn
    const { text } = latest
    outline = outlineOf(text, outline)
    const stretches = stretchesOf(outline)
    const kept = new Map<string, SqlProblem | null>()
    let budget = AT_ONCE
    for (const { start, end } of stretches) {
      const statement = text.slice(start, end)
      if (statement.trim() === '' || statement.length > CHECKED_MAX) continue
      const before = known.has(statement) ? known.get(statement) : kept.get(statement)
      if (before === undefined) {
        const looking = grammar.problemIn?.(statement)
        // The parser is on its way, or can't be had: the next pause asks again.
        if (!looking) return again()
        kept.set(statement, await looking)
        budget -= statement.length
      } else kept.set(statement, before)
      if (budget <= 0) {
        await new Promise<void>((resolve) => {
          stop = clock.after(0, resolve)
        })
        budget = AT_ONCE
      }
      if (mine !== turn) return
    }
    known = kept
    draw()
  }

  function draw(): void {
    const { text, cursor } = latest
    if (outline?.text !== text) return
    const marks = stretchesOf(outline).flatMap(({ start, end }) => {
      const statement = text.slice(start, end)
      const problem = known.get(statement)
      const within = cursor !== undefined && start <= cursor && cursor <= end ? cursor - start : undefined
      return problem && isWorthShowing(statement, problem, within) ? [markOf(problem, statement, start)] : []
    })
    show(marks)
  }

  function again(): void {
    stop()
    stop = clock.after(PROBLEM_PAUSE_MS, () => void read())
  }

  return {
    $problems,
    look(text, cursor) {
      latest = { text, cursor }
      turn++
      again()
    },
    dispose() {
      turn++
      stop()
    },
  }
}

/** A problem at the end stands under the last character. */
function markOf({ message, start, end }: SqlProblem, statement: string, at: number): Mark {
  const last = statement.trimEnd().length
  const from = start < end ? start : Math.max(0, Math.min(start, last) - 1)
  return { startOffset: at + from, endOffset: at + Math.max(end, from + 1), message }
}
