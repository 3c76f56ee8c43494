/**
 * PostgreSQL's own grammar on a text of SQL: what each statement touches and why to ask about it. The parser is loaded at
 * the first use (70 ms, 350 kB gzip in a browser); nothing here is needed for the synchronous rules.
 */
export type { Where } from './condition.js'
export type { Destruction } from './destruction.js'
export type { TableUse } from './findings.js'
export { judge } from './judge.js'
export {
  needsConfirmationByGrammar,
  reasonsToAsk,
  type CannotJudge,
  type Judgement,
  type StatementJudgement,
} from './judgement.js'
export { answerJudgeQuestions, type AnswerPort } from './judge-questions.js'
export type { JudgeQuestion } from '../aside/judge-aside.js'
export { loadGrammar, type GrammarSource } from './parser.js'
export type { ColumnUse, StatementNames } from './names.js'
export type { TextRange } from './positions.js'
export { isDangerous, type Reason, type ReasonKind } from './reason.js'
export { readerRefusal, type ReaderRefusal } from './reader.js'
export { withoutSecrets } from './without-secrets.js'
export { verdictOf, type Outcome, type Verdict } from './verdict.js'
