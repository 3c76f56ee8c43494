/**
 * How an invitation can be accepted by the user who opened its link.
 * @rule account.invitation  @spec §6
 */
import type { InvitationOffer } from '@basedeck/platform-client/contract'

/** What the user who opened the link of an invitation can do. */
export type InvitationStep =
  | { type: 'expired' }
  /** They are signed in with the invited address. */
  | { type: 'accept'; email: string }
  /** They are signed in with another one. */
  | { type: 'wrong-account'; email: string }
  /** The invited address has an account. */
  | { type: 'sign-in' }
  /** The invited address has no account: name and password create it. */
  | { type: 'join' }

/**
 * What can be done with an invitation.
 * @param email the address of the person who is signed in; null when signed out
 */
export function invitationStep(offer: InvitationOffer, email: string | null): InvitationStep {
  if (offer.is_expired) return { type: 'expired' }
  if (email !== null) {
    const isTheirs = email.toLowerCase() === offer.email.toLowerCase()
    return { type: isTheirs ? 'accept' : 'wrong-account', email }
  }
  return { type: offer.has_account ? 'sign-in' : 'join' }
}
