/**
 * The two hundred places that completion is measured at, by what is being written. They were written down before anything
 * was tried at them: a place is never changed so that an answer fits.
 */
import { CHANGE_PLACES } from './change-places.js'
import { DEFINITION_PLACES } from './definition-places.js'
import type { Place } from './place.js'
import { QUERY_PLACES } from './query-places.js'

export const PLACES: Record<string, readonly Place[]> = {
  ...QUERY_PLACES,
  ...CHANGE_PLACES,
  ...DEFINITION_PLACES,
}
