/**
 * PostgreSQL's own grammar beside the guard's rules: it only ever adds a reason to ask. No run waits for it: until it is
 * loaded, or when it can't be, the rules and the READ ONLY transaction suffice. DESIGN §6.
 */
import type { Destruction, Reason } from '@basedeck/sql-guard/grammar'
import type { Host } from '../../ports/index.js'
import type { SqlProblem } from '../../rules/sql/sql-problem.js'
import type { ReadStatement } from '../../rules/sql/unknown-names.js'

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

/** PostgreSQL’s grammar, once it is loaded. */
export interface GrammarJudge {
  verdictOf(sql: string): Promise<GrammarVerdict>
  read(statement: string): Promise<StatementReading>
}

/** Where the host has no workers, the grammar runs where the deck does. */
export function createGrammarLayer({ grammar, clock }: Pick<Host, 'grammar' | 'clock'>): GrammarLayer {
  let judge: GrammarJudge | undefined
  let loading = false

  async function load() {
    try {
      const { judgeHere, judgeInWorker } = await import('./grammar-judge.js')
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
    verdictOf: (sql) => judge?.verdictOf(sql) ?? null,
    read: (statement) => judge?.read(statement) ?? null,
  }
}
