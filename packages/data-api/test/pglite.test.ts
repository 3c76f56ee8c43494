/** The language on PostgreSQL in WebAssembly. */
import { ALL_CASES } from './all-cases.js'
import { overPglite } from './database.js'
import { askAll } from './suite.js'

askAll(overPglite, ALL_CASES)
