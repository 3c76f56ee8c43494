/**
 * Whose account a sign-in by a provider opens. Only an address that the provider has verified joins an account that is there:
 * otherwise anybody could name somebody else's address at a careless provider.
 * @rule auth.provider-account  @spec §2
 */

/** What is known when a provider has said who somebody is. */
export interface ProviderSituation {
  /** The address that the provider tells, and whether it has verified it. Undefined: it tells none. */
  address: { isVerified: boolean } | undefined
  /** The user who has this account of the provider. */
  owner: { isEmailConfirmed: boolean; hasEmail: boolean } | undefined
  /** The user who has the address; undefined: nobody, or the provider tells none. */
  addressOwner: { isEmailConfirmed: boolean; isPhoneConfirmed: boolean } | undefined
  /** Accounts without an address are taken. */
  isEmailOptional: boolean
  /** Addresses are not confirmed. */
  isAutoconfirmed: boolean
  /** Nobody new can sign up. */
  refusesNew: boolean
}

/** What is done. */
export type ProviderAccount =
  /** The owner is signed in. `confirms`: the address counts as confirmed from now on. */
  | { type: 'owner'; confirms: boolean }
  /** The user of the address gets this way to sign in. `takesOver`: nobody had confirmed the address, so what was set before ends. */
  | { type: 'join'; takesOver: boolean }
  | { type: 'create'; isConfirmed: boolean }
  /** The address has to be confirmed by mail first. `who`: whom the mail is for; `nobody` gets none, so that the answer tells nothing. */
  | { type: 'confirm'; who: 'owner' | 'new' | 'nobody' }
  | { type: 'refuse'; reason: 'no-address' | 'signup-disabled' }

/** What becomes of a sign-in by a provider. */
export function providerAccount(situation: ProviderSituation): ProviderAccount {
  const { address, owner, addressOwner, isEmailOptional, isAutoconfirmed, refusesNew } = situation
  const isVerified = address?.isVerified === true
  if (owner) {
    if (owner.isEmailConfirmed || !owner.hasEmail) return { type: 'owner', confirms: false }
    return isVerified || isAutoconfirmed
      ? { type: 'owner', confirms: true }
      : { type: 'confirm', who: 'owner' }
  }
  if (!address && !isEmailOptional) return { type: 'refuse', reason: 'no-address' }
  if (addressOwner) {
    // A confirmed number may be another person's than the address.
    const isOpen = addressOwner.isEmailConfirmed || !addressOwner.isPhoneConfirmed
    return isVerified && isOpen
      ? { type: 'join', takesOver: !addressOwner.isEmailConfirmed }
      : { type: 'confirm', who: 'nobody' }
  }
  if (refusesNew) return { type: 'refuse', reason: 'signup-disabled' }
  if (!address) return { type: 'create', isConfirmed: false }
  return isVerified || isAutoconfirmed
    ? { type: 'create', isConfirmed: true }
    : { type: 'confirm', who: 'new' }
}
