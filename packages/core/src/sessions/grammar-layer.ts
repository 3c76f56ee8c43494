/**
 * PostgreSQL's own grammar beside the guard's rules: it only ever adds a reason to ask. No run waits for it: until it is
 * loaded, or when it can't be, the rules and the READ ONLY transaction suffice. DESIGN §6.
 */
import {
  createJudgeAside,
  needsConfirmationByGrammar,
  reasonsToAsk,
  type JudgeAsideOptions,
  type Judgement,
} from '@basedeck/sql-guard/aside'
import type { Destruction, Reason } from '@basedeck/sql-guard/grammar'
import type { Host } from '../ports/index.js'
import type { SqlProblem } from '../rules/sql-problem.js'
import { readingOf, type ReadStatement } from '../rules/unknown-names.js'

export interface GrammarVerdict {
  asks: boolean
  reasons: Reason[]
  /** What the text destroys, as a whole; absent: the grammar has not judged it. */
  destroys?: Destruction[]
  /** What PostgreSQL's grammar refuses; then there is no verdict. */
  problem?: SqlProblem
}

export interface StatementReading {
  /** What the grammar refuses; null: nothing. */
  problem: SqlProblem | null
  /** Absent where it can't be judged. */
  statement?: ReadStatement
}

export interface GrammarLayer {
  /** Starts loading it; called when an editor opens. */
  preload(): void
  /** Null at once while it is not loaded. */
  verdictOf(sql: string): Promise<GrammarVerdict> | null
  /** What PostgreSQL's grammar finds in a statement. Null at once while it is not loaded. */
  read?(statement: string): Promise<StatementReading> | null
}

type Judge = (sql: string) => Promise<Judgement>

/** Where the host has no workers, the grammar runs where the deck does. */
export function createGrammarLayer({ grammar, clock }: Pick<Host, 'grammar' | 'clock'>): GrammarLayer {
  let judge: Judge | undefined
  let loading = false

  async function load() {
    try {
      judge = await (grammar
        ? judgeInWorker({ openChannel: grammar.openJudge, after: clock.after })
        : judgeHere())
    } catch {
      // Offline, or refused by the host: the next editor tries again.
      loading = false
    }
  }

  return {
    preload() {
      if (loading) return
      loading = true
      void load()
    },
    verdictOf: (sql) => (judge ? verdictOf(judge(sql)) : null),
    read: (statement) => (judge ? readingBy(judge(statement)) : null),
  }
}

/** A text that takes long to parse does not block typing. @throws when the grammar can't be loaded */
async function judgeInWorker(options: JudgeAsideOptions): Promise<Judge> {
  const { judge } = createJudgeAside(options)
  const first = await judge('')
  if (first.type === 'cannot-judge') throw new Error(first.reason)
  return judge
}

/** @throws when the grammar can't be loaded */
async function judgeHere(): Promise<Judge> {
  const grammar = await import('@basedeck/sql-guard/grammar')
  await grammar.loadGrammar()
  return grammar.judge
}

async function verdictOf(judging: Promise<Judgement>): Promise<GrammarVerdict> {
  const judgement = await judging
  const problem = problemOf(judgement)
  return {
    asks: needsConfirmationByGrammar(judgement),
    reasons: reasonsToAsk(judgement),
    ...(judgement.type === 'judged' ? { destroys: judgement.statements.flatMap((one) => one.destroys) } : {}),
    ...(problem ? { problem } : {}),
  }
}

async function readingBy(judging: Promise<Judgement>): Promise<StatementReading> {
  const judgement = await judging
  const [statement] = judgement.type === 'judged' ? judgement.statements : []
  return { problem: problemOf(judgement), ...(statement ? { statement: readingOf(statement) } : {}) }
}

function problemOf(judgement: Judgement): SqlProblem | null {
  if (judgement.type !== 'syntax-error') return null
  const { message, start, end } = judgement
  return { message, start, end }
}
