/** Signing keys of the fake platform's projects, and the sign-in services that they trust. */
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
  TOKEN_ISSUERS_MAX,
  type SigningAlgorithm,
  type SigningKey,
} from '../contract/index.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

/** The keys that a new project has. */
export function firstSigningKeys(at: string): SigningKey[] {
  return [
    keyOf('HS256', { state: 'previous', origin: 'legacy', at }),
    keyOf('ES256', { state: 'current', origin: 'made', at }),
  ]
}

const ORDER = ['current', 'standby', 'previous', 'revoked']

export function signingKeyRoutes(world: FakeWorld): FakeRoute[] {
  const addStandby = (
    { project, signingKeys }: FakeProject,
    algorithm: SigningAlgorithm,
    origin: 'made' | 'imported',
  ): SigningKey => {
    if (signingKeys.some(({ state }) => state === 'standby'))
      throw new FakeRefusal(
        409,
        'standby_key_there',
        'There is a standby key already: rotate to it, or revoke it first',
      )
    const made = keyOf(algorithm, { state: 'standby', origin, at: tick(world) })
    signingKeys.push(made)
    record(world, about(project, origin === 'made' ? 'signing_key.create' : 'signing_key.import'))
    return { ...made }
  }
  return [
    fakeRoute(listSigningKeys, ({ params }) => listed(projectOf(world, params['ref']))),
    fakeRoute(createSigningKey, ({ params, body }) =>
      addStandby(projectOf(world, params['ref']), body.algorithm, 'made'),
    ),
    fakeRoute(importSigningKey, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      if (!/PRIVATE KEY|^\{/.test(body.key) && body.algorithm !== 'HS256')
        throw new FakeRefusal(
          400,
          'invalid_signing_key',
          'This is neither a private key as PEM nor one as JWK',
        )
      if (body.algorithm === 'HS256' && body.key.length < 32)
        throw new FakeRefusal(400, 'invalid_signing_key', 'A secret for HS256 must have at least 32 bytes')
      return addStandby(found, body.algorithm, 'imported')
    }),
    fakeRoute(rotateSigningKeys, ({ params }) => {
      const found = projectOf(world, params['ref'])
      const standby = found.signingKeys.find(({ state }) => state === 'standby')
      if (!standby)
        throw new FakeRefusal(
          409,
          'no_standby_key',
          'There is no standby key to rotate to; create or import one first',
        )
      for (const key of found.signingKeys) if (key.state === 'current') key.state = 'previous'
      standby.state = 'current'
      record(world, about(found.project, 'signing_key.rotate'))
      return listed(found)
    }),
    fakeRoute(revokeSigningKey, ({ params }) => {
      const found = projectOf(world, params['ref'])
      const key = keyIn(found, params['id'])
      if (key.state === 'current')
        throw new FakeRefusal(
          409,
          'signing_key_current',
          'This key signs the tokens of users; rotate to another one first',
        )
      key.state = 'revoked'
      if (key.origin === 'legacy') found.keys = found.keys.filter(({ type }) => type !== 'legacy')
      record(world, about(found.project, 'signing_key.revoke'))
      return { ...key }
    }),
    fakeRoute(revealSigningSecret, ({ params }) => {
      const found = projectOf(world, params['ref'])
      if (keyIn(found, params['id']).algorithm !== 'HS256')
        throw new FakeRefusal(
          409,
          'private_key_hidden',
          'The private half of this key never leaves the platform; its public half is in the list',
        )
      record(world, about(found.project, 'signing_key.reveal'))
      return { secret: `secret.of.${found.project.ref}`, encoding: 'text' as const }
    }),
    fakeRoute(listTokenIssuers, ({ params }) => [...projectOf(world, params['ref']).issuers]),
    fakeRoute(addTokenIssuer, ({ params, body }) => {
      const found = projectOf(world, params['ref'])
      if (found.issuers.some(({ issuer }) => issuer === body.issuer))
        throw new FakeRefusal(409, 'issuer_taken', 'Tokens of this issuer are accepted already')
      if (found.issuers.length >= TOKEN_ISSUERS_MAX)
        throw new FakeRefusal(
          409,
          'too_many_issuers',
          'A project can trust at most 5 sign-in services; remove one first',
        )
      const audience = body.audience === undefined || body.audience === '' ? null : body.audience
      const { issuer, jwks_url } = body
      const made = { id: newId(), issuer, jwks_url, audience, inserted_at: tick(world) }
      found.issuers = [...found.issuers, made]
      record(world, about(found.project, 'token_issuer.add'))
      return made
    }),
    fakeRoute(removeTokenIssuer, ({ params }) => {
      const found = projectOf(world, params['ref'])
      const id = params['id'] ?? ''
      if (!found.issuers.some((one) => one.id === id))
        throw new FakeRefusal(404, 'not_found', 'Sign-in service not found')
      found.issuers = found.issuers.filter((one) => one.id !== id)
      record(world, about(found.project, 'token_issuer.remove'))
      return { id }
    }),
  ]
}

function keyOf(
  algorithm: SigningAlgorithm,
  { state, origin, at }: Pick<SigningKey, 'state' | 'origin'> & { at: string },
): SigningKey {
  const id = newId()
  const base = { kid: id, use: 'sig', key_ops: ['verify'] } as const
  const public_jwk =
    algorithm === 'HS256'
      ? null
      : algorithm === 'ES256'
        ? ({ ...base, kty: 'EC', alg: 'ES256', crv: 'P-256', x: 'x', y: 'y' } as const)
        : ({ ...base, kty: 'RSA', alg: 'RS256', n: 'n', e: 'AQAB' } as const)
  const jwk = public_jwk && { ...public_jwk, key_ops: ['verify'] as ['verify'] }
  return { id, algorithm, state, origin, public_jwk: jwk, inserted_at: at, updated_at: at }
}

function listed({ signingKeys }: FakeProject): SigningKey[] {
  return signingKeys
    .map((key) => ({ ...key }))
    .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
}

function keyIn({ signingKeys }: FakeProject, id: string | undefined): SigningKey {
  const found = signingKeys.find((key) => key.id === id)
  if (!found) throw new FakeRefusal(404, 'not_found', 'Signing key not found')
  if (found.state === 'revoked') throw new FakeRefusal(409, 'signing_key_revoked', 'This key was revoked')
  return found
}

function about({ organization_slug, ref, name }: FakeProject['project'], action: string) {
  return { slug: organization_slug, action, target: name, project_ref: ref }
}
