/**
 * What PostgreSQL's grammar refuses, names that the database does not hold, and characters that look like others, found
 * while the user pauses: statement by statement, a few at a time, each text once.
 */
import { oddCharactersIn, type OddCharacter } from '@basedeck/sql-guard/lexer'
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import type { Clock } from '../../ports/index.js'
import { outlineOf, stretchesOf, type SqlOutline } from '../../rules/sql/sql-outline.js'
import { CHECKED_MAX, isWorthShowing, type SqlProblem } from '../../rules/sql/sql-problem.js'
import type { SqlCatalogue } from '../../rules/sql/sql-catalogue.js'
import { unknownNames, type UnknownName } from '../../rules/sql/unknown-names.js'
import type { GrammarLayer, StatementReading } from '../../sessions/sql/grammar-layer.js'
import { sqlHelpText } from '../../text/sql-help.js'
import type { Mark } from './run-error.js'

/** Milliseconds without a keystroke. */
export const PROBLEM_PAUSE_MS = 500
/** Characters that are read before the page may do something else: 3 ms of the parser. */
const AT_ONCE = 16_000
/** Odd characters that are marked in a statement. */
const ODD_MAX = 200

export interface SqlProblems extends Disposable {
  readonly $problems: ReadableAtom<Mark[]>
  /** @param cursor undefined: the editor has not the focus */
  look(text: string, cursor: number | undefined): void
}

export interface SqlProblemsOptions {
  clock: Clock
  grammar: GrammarLayer
  /** Holds nothing while it is on its way. */
  $catalogue: ReadableAtom<SqlCatalogue>
}

export function createSqlProblems({ clock, grammar, $catalogue }: SqlProblemsOptions): SqlProblems {
  const $problems = atom<Mark[]>([])
  let known = new Map<string, StatementReading>()
  let odd = new Map<string, OddCharacter[]>()
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
    const kept = new Map<string, StatementReading>()
    let budget = AT_ONCE
    for (const { start, end } of stretches) {
      const statement = text.slice(start, end)
      if (statement.trim() === '' || statement.length > CHECKED_MAX) continue
      const before = known.get(statement) ?? kept.get(statement)
      if (before === undefined) {
        const looking = grammar.read?.(statement)
        // The parser is on its way, or can't be had: the next pause asks again.
        if (!looking) {
          draw()
          return again()
        }
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
    const shown = stretchesOf(outline).map(({ start, end }) => {
      const statement = text.slice(start, end)
      const within = cursor !== undefined && start <= cursor && cursor <= end ? cursor - start : undefined
      return { start, statement, within, reading: known.get(statement) }
    })
    // A statement that can't be read may make any name.
    const readings = shown.map(({ statement, reading }) =>
      statement.trim() === '' ? NOTHING_READ : (reading?.statement ?? UNREAD),
    )
    const unknown = unknownNames(readings, $catalogue.get())
    const marks = shown.flatMap(({ start, statement, within, reading }, index) => {
      const odds = oddIn(statement).map((one) => oddMark(one, statement, start))
      const problem = reading?.problem
      if (problem)
        return [
          ...odds,
          ...(isWorthShowing(statement, problem, within) ? [markOf(problem, statement, start)] : []),
        ]
      const names = (unknown[index] ?? [])
        .filter(({ start: from, end }) => within === undefined || within < from || end < within)
        .map((name) => warningOf(name, start))
      return [...odds, ...names]
    })
    odd = new Map(shown.map(({ statement }) => [statement, oddIn(statement)]))
    show(marks)
  }

  function oddIn(statement: string): OddCharacter[] {
    return odd.get(statement) ?? oddCharactersIn(statement).slice(0, ODD_MAX)
  }

  const stopFollowing = $catalogue.listen(draw)

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
      stopFollowing()
    },
  }
}

const NOTHING_READ = { kind: '', reads: [], writes: [], isClear: true }
const UNREAD = { ...NOTHING_READ, isClear: false }

function warningOf({ type, name, start, end }: UnknownName, at: number): Mark {
  return {
    startOffset: at + start,
    endOffset: at + end,
    message: sqlHelpText.unknown[type](name),
    isWarning: true,
  }
}

function oddMark({ kind, start, end }: OddCharacter, statement: string, at: number): Mark {
  return {
    startOffset: at + start,
    endOffset: at + end,
    message: sqlHelpText.odd(kind, statement.slice(start, end)),
    isWarning: true,
  }
}

/** A problem at the end stands under the last character. */
function markOf({ message, start, end }: SqlProblem, statement: string, at: number): Mark {
  const last = statement.trimEnd().length
  const from = start < end ? start : Math.max(0, Math.min(start, last) - 1)
  return { startOffset: at + from, endOffset: at + Math.max(end, from + 1), message }
}
