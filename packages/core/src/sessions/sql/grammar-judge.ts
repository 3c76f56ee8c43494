/** PostgreSQL's own grammar at work, in a worker or here: what it says of a text. */
import {
  createJudgeAside,
  needsConfirmationByGrammar,
  reasonsToAsk,
  type JudgeAsideOptions,
  type Judgement,
} from '@basedeck/sql-guard/aside'
import type { SqlProblem } from '../../rules/sql/sql-problem.js'
import { readingOf } from '../../rules/sql/unknown-names.js'
import type { GrammarJudge, GrammarVerdict, StatementReading } from './grammar-layer.js'

/** A text that is hard to read holds up no keystroke. @throws when the grammar can't be loaded */
export async function judgeInWorker(options: JudgeAsideOptions): Promise<GrammarJudge> {
  const { judge } = createJudgeAside(options)
  const first = await judge('')
  if (first.type === 'cannot-judge') throw new Error(first.reason)
  return judgedBy(judge)
}

/** @throws when the grammar can't be loaded */
export async function judgeHere(): Promise<GrammarJudge> {
  const grammar = await import('@basedeck/sql-guard/grammar')
  await grammar.loadGrammar()
  return judgedBy(grammar.judge)
}

function judgedBy(judge: (sql: string) => Promise<Judgement>): GrammarJudge {
  return {
    verdictOf: (sql) => verdictOf(judge(sql)),
    read: (statement) => readingBy(judge(statement)),
  }
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
