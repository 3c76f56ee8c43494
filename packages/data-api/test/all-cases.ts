/** All tables of the contract of the language. */
import { AGGREGATES } from './cases/aggregates.js'
import { CALLS } from './cases/calls.js'
import { CHANGES } from './cases/changes.js'
import { EMBED_KEYS } from './cases/embed-keys.js'
import { EMBED_OTHERS } from './cases/embed-others.js'
import { EMBED_SHAPES } from './cases/embed-shapes.js'
import { FILTERS } from './cases/filters.js'
import { INSERT_BODIES } from './cases/insert-bodies.js'
import { INSERTS } from './cases/inserts.js'
import { ODD_NAMES } from './cases/odd-names.js'
import { PLACES } from './cases/places.js'
import { READ_RANGES } from './cases/read-ranges.js'
import { READS } from './cases/reads.js'
import { REQUEST_SETTINGS } from './cases/request-settings.js'
import { UPSERTS } from './cases/upserts.js'
import { VIEWS } from './cases/views.js'
import type { Case } from './suite.js'

/** By their titles. */
export const ALL_CASES: Readonly<Record<string, readonly Case[]>> = {
  filters: FILTERS,
  reads: READS,
  'ranges and media types': READ_RANGES,
  'embedding by keys': EMBED_KEYS,
  'shapes of embedding': EMBED_SHAPES,
  'other embedding': EMBED_OTHERS,
  aggregates: AGGREGATES,
  inserts: INSERTS,
  'bodies of inserts': INSERT_BODIES,
  upserts: UPSERTS,
  changes: CHANGES,
  calls: CALLS,
  places: PLACES,
  'odd names': ODD_NAMES,
  views: VIEWS,
  'request settings': REQUEST_SETTINGS,
}
