/**
 * PostgreSQL's own grammar beside the guard's rules: it only ever adds a reason to ask. Nobody waits for it: until it is
 * loaded, or when it can't be, the rules and the READ ONLY transaction suffice. DESIGN §6.
 */
import type { Destruction, Judgement, Reason } from '@basedeck/sql-guard/grammar'
import type { SqlProblem } from '../rules/sql-problem.js'
import { readingOf, type ReadStatement } from '../rules/unknown-names.js'

export interface GrammarVerdict {
  asks: boolean
  reasons: Reason[]
  /** What the text takes away as a whole; absent: nothing is judged. */
  destroys?: Destruction[]
  /** What PostgreSQL's grammar refuses; then nothing is judged. */
  problem?: SqlProblem
}

export interface StatementReading {
  /** What the grammar refuses; null: nothing. */
  problem: SqlProblem | null
  /** Absent where it can't be judged. */
  statement?: ReadStatement
}

export interface GrammarLayer {
  /** Begins to load it; called when an editor opens. */
  preload(): void
  /** Null at once while it is not there. */
  verdictOf(sql: string): Promise<GrammarVerdict> | null
  /** What PostgreSQL's grammar sees in a statement. Null at once while it is not there. */
  read?(statement: string): Promise<StatementReading> | null
}

export interface GrammarOptions {
  /** Address of the parser's WebAssembly, where a bundler moved it. */
  wasmUrl?: string
}

type Grammar = typeof import('@basedeck/sql-guard/grammar')

export function createGrammarLayer({ wasmUrl }: GrammarOptions): GrammarLayer {
  let grammar: Grammar | undefined
  let loading = false

  async function load() {
    try {
      const loaded = await import('@basedeck/sql-guard/grammar')
      await loaded.loadGrammar(wasmUrl === undefined ? {} : { wasmUrl })
      grammar = loaded
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
    verdictOf: (sql) => (grammar ? judgeWith(grammar, sql) : null),
    read: (statement) => (grammar ? readWith(grammar, statement) : null),
  }
}

async function judgeWith(grammar: Grammar, sql: string): Promise<GrammarVerdict> {
  const judgement = await grammar.judge(sql)
  const problem = problemOf(judgement)
  return {
    asks: grammar.needsConfirmationByGrammar(judgement),
    reasons: grammar.reasonsToAsk(judgement),
    ...(judgement.type === 'judged' ? { destroys: judgement.statements.flatMap((one) => one.destroys) } : {}),
    ...(problem ? { problem } : {}),
  }
}

async function readWith(grammar: Grammar, text: string): Promise<StatementReading> {
  const judgement = await grammar.judge(text)
  const [statement] = judgement.type === 'judged' ? judgement.statements : []
  return { problem: problemOf(judgement), ...(statement ? { statement: readingOf(statement) } : {}) }
}

function problemOf(judgement: Judgement): SqlProblem | null {
  if (judgement.type !== 'syntax-error') return null
  const { message, start, end } = judgement
  return { message, start, end }
}
