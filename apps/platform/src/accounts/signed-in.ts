/** What the browser is told about its session. */
import type { SignInState } from '@basedeck/platform-client/contract'
import type { Actor } from '../control/audit.js'

export function signedInAs({ id, email }: Actor): SignInState {
  return { status: 'signed-in', ...(email === null ? {} : { person: { id, email } }) }
}
