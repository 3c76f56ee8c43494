/** All tables of the contract of the language. */
import { FILTERS } from './cases/filters.js'
import { READS } from './cases/reads.js'
import type { Case } from './suite.js'

/** By their titles. */
export const ALL_CASES: Readonly<Record<string, readonly Case[]>> = { filters: FILTERS, reads: READS }
