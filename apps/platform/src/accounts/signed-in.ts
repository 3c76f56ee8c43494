/** What a browser is told of the session that it has. */
import type { SignInState } from '@basedeck/platform-client/contract'
import type { Actor } from '../control/audit.js'

export function signedInAs({ id, email }: Actor): SignInState {
  return { status: 'signed-in', ...(email === null ? {} : { person: { id, email } }) }
}
