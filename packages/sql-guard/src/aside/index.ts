/** The grammar in a worker, seen from the thread that asks; the grammar itself is not loaded here. */
export {
  createJudgeAside,
  type JudgeAnswer,
  type JudgeAside,
  type JudgeAsideOptions,
  type JudgeChannel,
  type JudgeQuestion,
} from './judge-aside.js'
export type { ReaderRefusal } from '../grammar/reader.js'
export { needsConfirmationByGrammar, reasonsToAsk, type Judgement } from '../grammar/judgement.js'
