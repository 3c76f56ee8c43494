/** Answers the questions of `createJudgeAside`; runs in a worker. */
import type { JudgeAnswer, JudgeQuestion } from '../aside/judge-aside.js'
import { judge } from './judge.js'
import { loadGrammar, type GrammarSource } from './parser.js'
import { readerRefusal } from './reader.js'
import { withoutSecrets } from './without-secrets.js'

/** Where the questions come from: `parentPort` of Node, `self` of a browser's worker. */
export interface AnswerPort {
  post(answer: JudgeAnswer): void
  onQuestion(answer: (question: JudgeQuestion) => void): void
}

/** Loads the grammar first, so that the time of the first question is its alone. */
export function answerJudgeQuestions({ post, onQuestion }: AnswerPort, source: GrammarSource = {}): void {
  // A failed load is retried at each question, which reports the failure.
  void loadGrammar(source)
    .catch(() => undefined)
    .then(() => post({ type: 'ready' }))
  onQuestion(({ id, sql, wants }) => {
    if (wants === 'kept-text') void withoutSecrets(sql).then((text) => post({ type: 'kept-text', id, text }))
    else if (wants === 'reader')
      void readerRefusal(sql).then((refusal) => post({ type: 'reader', id, refusal }))
    else void judge(sql).then((judgement) => post({ type: 'judgement', id, judgement }))
  })
}
