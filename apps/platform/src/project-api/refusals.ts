/** The words in which the services refuse, where they are not ours. Both ports need them before a service is asked. */
import type { ErrorBody } from '@basedeck/platform-client/contract'
import { houseRefusal } from './auth/auth-error.js'
import { dataRefusal } from './data/data-errors.js'
import { realtimeRefusal } from './realtime/realtime-errors.js'
import { familyError } from './storage/family-errors.js'

import type { ServedName } from './served-paths.js'

export type Refusal = (body: ErrorBody, status: number) => object

export const REFUSALS: Partial<Record<ServedName, Refusal>> = {
  auth: houseRefusal,
  data: dataRefusal,
  realtime: realtimeRefusal,
  storage: familyError,
}
