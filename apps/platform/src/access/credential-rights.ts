/**
 * Who may be given a credential: only a caller who has the rights that it gives, so that no answer makes more of a token
 * than it was. DESIGN §8.
 */
import {
  RIGHTS_OF_CREDENTIAL,
  type Credential,
  type EndpointData,
  type Right,
} from '@basedeck/platform-client/contract'
import type { Caller } from './caller.js'
import { isAllowed } from './permission.js'

/** The rights without which the call is refused. None where the answer may leave the credential out. */
export function rightsNeeded(carries: EndpointData['carries']): readonly Right[] {
  return carries !== undefined && carries in RIGHTS_OF_CREDENTIAL
    ? RIGHTS_OF_CREDENTIAL[carries as Credential]
    : []
}

/** Whether the caller may hold such a credential of the project. */
export function mayHold(
  caller: Caller,
  credential: Credential,
  { slug, ref }: { slug: string; ref: string },
): boolean {
  return RIGHTS_OF_CREDENTIAL[credential].every((right) =>
    isAllowed(caller, slug, { ...right, projectRef: ref }),
  )
}
