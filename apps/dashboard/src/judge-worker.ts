/** The worker that PostgreSQL's grammar reads texts in. */
import { answerJudgeQuestions, type JudgeQuestion } from '@basedeck/sql-guard/grammar'
import grammarWasm from 'libpg-query/wasm/libpg-query.wasm?url'

answerJudgeQuestions(
  {
    post: (answer) => globalThis.postMessage(answer),
    onQuestion: (answer) =>
      globalThis.addEventListener('message', ({ data }: MessageEvent<JudgeQuestion>) => answer(data)),
  },
  { wasmUrl: grammarWasm },
)
