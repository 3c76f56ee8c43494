/** The thread on which PostgreSQL's grammar reads texts. */
import { answerJudgeQuestions } from '@basedeck/sql-guard/grammar'
import { parentPort } from 'node:worker_threads'

answerJudgeQuestions({
  post: (answer) => parentPort?.postMessage(answer),
  onQuestion: (answer) => void parentPort?.on('message', answer),
})
