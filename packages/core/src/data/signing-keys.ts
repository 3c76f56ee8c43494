/** Server data of a project's signing keys, and of the sign-in services that it trusts. */
import {
  addTokenIssuer,
  createSigningKey,
  importSigningKey,
  listSigningKeys,
  listTokenIssuers,
  removeTokenIssuer,
  revealSigningSecret,
  revokeSigningKey,
  rotateSigningKeys,
  type ArgumentsOf,
  type Client,
  type ResponseOf,
  type SigningKey,
  type TokenIssuer,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import type { QueryData } from '../kernel/query-store.js'
import { apiKeysQuery } from './keys.js'
import { projectKey } from './projects.js'

const keysKey = (ref: string) => [...projectKey(ref), 'signing-keys']
const issuersKey = (ref: string) => [...projectKey(ref), 'token-issuers']
const activityKey = (ref: string) => [...projectKey(ref), 'activity']

export function signingKeysQuery(client: Client, ref: string): QueryData<SigningKey[]> {
  return {
    key: keysKey(ref),
    fetch: (signal) => client.call(listSigningKeys, { params: { ref } }, { signal }),
  }
}

export function signingKeyCreation(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof createSigningKey>['body'], SigningKey> {
  return {
    call: (body) => client.call(createSigningKey, { params: { ref }, body }),
    refreshes: () => [keysKey(ref), activityKey(ref)],
  }
}

export function signingKeyImport(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof importSigningKey>['body'], SigningKey> {
  return {
    call: (body) => client.call(importSigningKey, { params: { ref }, body }),
    refreshes: () => [keysKey(ref), activityKey(ref)],
  }
}

export function signingKeyRotation(client: Client, ref: string): MutationData<void, SigningKey[]> {
  return {
    call: () => client.call(rotateSigningKeys, { params: { ref } }),
    refreshes: () => [keysKey(ref), activityKey(ref)],
  }
}

/** The legacy API keys go with the legacy secret. */
export function signingKeyRevocation(
  client: Client,
  ref: string,
): MutationData<Pick<SigningKey, 'id'>, SigningKey> {
  return {
    call: ({ id }) => client.call(revokeSigningKey, { params: { ref, id } }),
    refreshes: () => [keysKey(ref), [...apiKeysQuery(client, ref).key], activityKey(ref)],
  }
}

/** Every reveal is a new request, which the platform writes into the audit log. Only the page keeps the answer. */
export function signingSecretReveal(
  client: Client,
  ref: string,
): MutationData<Pick<SigningKey, 'id'>, ResponseOf<typeof revealSigningSecret>> {
  return { call: ({ id }) => client.call(revealSigningSecret, { params: { ref, id } }) }
}

export function tokenIssuersQuery(client: Client, ref: string): QueryData<TokenIssuer[]> {
  return {
    key: issuersKey(ref),
    fetch: (signal) => client.call(listTokenIssuers, { params: { ref } }, { signal }),
  }
}

export function tokenIssuerAddition(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof addTokenIssuer>['body'], TokenIssuer> {
  return {
    call: (body) => client.call(addTokenIssuer, { params: { ref }, body }),
    refreshes: () => [issuersKey(ref), activityKey(ref)],
  }
}

export function tokenIssuerRemoval(
  client: Client,
  ref: string,
): MutationData<Pick<TokenIssuer, 'id'>, { id: string }> {
  return {
    call: ({ id }) => client.call(removeTokenIssuer, { params: { ref, id } }),
    refreshes: () => [issuersKey(ref), activityKey(ref)],
  }
}
