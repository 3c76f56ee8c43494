/** All tables of the contract of the language. */
import { AGGREGATES } from './cases/aggregates.js'
import { CALLS } from './cases/calls.js'
import { CHANGES } from './cases/changes.js'
import { EMBEDS } from './cases/embeds.js'
import { FILTERS } from './cases/filters.js'
import { INSERTS } from './cases/inserts.js'
import { PLACES } from './cases/places.js'
import { READS } from './cases/reads.js'
import { REQUEST_SETTINGS } from './cases/request-settings.js'
import type { Case } from './suite.js'

/** By their titles. */
export const ALL_CASES: Readonly<Record<string, readonly Case[]>> = {
  filters: FILTERS,
  reads: READS,
  embeds: EMBEDS,
  aggregates: AGGREGATES,
  inserts: INSERTS,
  changes: CHANGES,
  calls: CALLS,
  places: PLACES,
  'request settings': REQUEST_SETTINGS,
}
