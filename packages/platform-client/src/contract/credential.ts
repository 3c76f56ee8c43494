/** Credentials that answers carry. A caller gets one only with the rights that it gives. */
import type { Action, Resource } from './permission.js'

/**
 * What an answer lets its reader do.
 * - `service_key`: everything in the project's data, past row-level security
 * - `account`: sign in as the caller, or pass the second factor
 * - `invitation`: become a member
 * - `user_token`: act as a user of the project in its data, for ten minutes
 * - `signed_address`: read one object for a while
 * - `secret_value`: whatever a value of the project's vault opens elsewhere
 */
export type Credential =
  | 'service_key'
  | 'account'
  | 'invitation'
  | 'user_token'
  | 'signed_address'
  | 'secret_value'

/** A right in the project or organization of a call. */
export interface Right {
  readonly action: Action
  readonly resource: Resource
}

/** What the bearer of a service key may do, besides reading it. */
export const SERVICE_KEY_RIGHTS: readonly Right[] = [
  { action: 'read', resource: 'service_api_keys' },
  ...(['database', 'auth', 'storage', 'functions', 'realtime'] as const).map(
    (resource) => ({ action: 'update', resource }) as const,
  ),
]

/** The rights that a caller needs to be given a credential, besides those that the call asks for by itself. */
export const RIGHTS_OF_CREDENTIAL: Readonly<Record<Credential, readonly Right[]>> = {
  service_key: SERVICE_KEY_RIGHTS,
  // Asks for a session: see the gate.
  account: [],
  invitation: [{ action: 'create', resource: 'members' }],
  // What its bearer does, the bearer of a service key could do too.
  user_token: SERVICE_KEY_RIGHTS,
  signed_address: [{ action: 'read', resource: 'storage' }],
  // A token that only reads gets no value.
  secret_value: [{ action: 'update', resource: 'secrets' }],
}
