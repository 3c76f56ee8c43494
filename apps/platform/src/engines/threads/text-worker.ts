/** The thread on which long texts of SQL are looked through. */
import { parentPort } from 'node:worker_threads'
import { TEXT_QUESTIONS, type TextAnswer, type TextQuestion } from './text-questions.js'

parentPort?.on('message', ({ question, sql }: TextQuestion) => {
  const said: TextAnswer = { answer: TEXT_QUESTIONS[question](sql) }
  parentPort?.postMessage(said)
})
