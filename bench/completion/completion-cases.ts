/**
 * The two hundred places that completion is measured at, by what is being written. They were written down before anything
 * was tried at them: a place is never changed so that an answer fits.
 */
import { CHANGE_CASES } from './change-cases.js'
import { DEFINITION_CASES } from './definition-cases.js'
import type { CompletionCase } from './completion-case.js'
import { QUERY_CASES } from './query-cases.js'

export const CASES: Record<string, readonly CompletionCase[]> = {
  ...QUERY_CASES,
  ...CHANGE_CASES,
  ...DEFINITION_CASES,
}
