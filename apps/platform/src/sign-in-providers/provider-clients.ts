/** The clients of the projects at their providers, made from the settings, and kept for a while with what they fetched. */
import { createHash } from 'node:crypto'
import type { AuthConfig, AuthProvider } from '@basedeck/platform-client/contract'
import { createRemoteJWKSet, customFetch as keysFetch, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import { boundedMap } from '../kernel/bounded-map.js'
import { outgoingFetch } from '../outgoing/outgoing-fetch.js'
import type { Outgoing } from '../outgoing/outgoing.js'
import { PROVIDER_TABLE, type OAuthProvider, type ProviderDescription } from './provider-table.js'

/** An application of a project at a provider. */
export interface ProviderClient {
  description: ProviderDescription
  config: client.Configuration
  /** The keys that ID tokens are signed with. @throws Error when the provider publishes none */
  keys: JWTVerifyGetKey
}

export interface ProviderClients {
  /** @param secret undefined: none is set @throws Error of the provider, OutgoingError */
  of(settings: AuthConfig, provider: AuthProvider, application: Application): Promise<ProviderClient>
}

export interface Application {
  clientId: string
  secret: string | undefined
}

const MOST_CLIENTS = 1000
/** An issuer that moved is followed after that. */
const KEPT_MS = 10 * 60_000
const WHOLE_S = 10
const LIMITS = { wholeMs: WHOLE_S * 1000, answerBytes: 512 * 1024 }

export function createProviderClients(outgoing: Pick<Outgoing, 'call'>): ProviderClients {
  const known = boundedMap<{ until: number; made: Promise<ProviderClient> }>(MOST_CLIENTS)
  const fetched = outgoingFetch(outgoing, LIMITS)
  const make = async (issuer: string, provider: AuthProvider, application: Application) => {
    const description = PROVIDER_TABLE[provider]
    const config =
      description.type === 'openid'
        ? await discovered(issuer, application, description.clientAuth === 'body')
        : oauthClient(description, application)
    config[client.customFetch] = fetched
    config.timeout = WHOLE_S
    return { description, config, keys: keysOf(description, config, application) }
  }

  /** Signatures of ID tokens are checked though they come from the provider itself. */
  function discovered(issuer: string, { clientId, secret }: Application, isInBody = false) {
    const proof =
      secret === undefined
        ? client.None()
        : isInBody
          ? client.ClientSecretPost(secret)
          : secretAsAsked(secret)
    return client.discovery(new URL(issuer), clientId, undefined, proof, {
      [client.customFetch]: fetched,
      timeout: WHOLE_S,
      execute: [client.enableNonRepudiationChecks],
    })
  }

  /** Asked for when the first ID token comes. */
  function keysOf(
    description: ProviderDescription,
    config: client.Configuration,
    application: Application,
  ): JWTVerifyGetKey {
    let keys: Promise<JWTVerifyGetKey> | undefined
    const found = async () => {
      const issuer = description.type === 'oauth' ? description.idTokenIssuer : undefined
      const server = issuer === undefined ? config : await discovered(issuer, application)
      const { jwks_uri: address } = server.serverMetadata()
      if (address === undefined) throw new Error('the provider publishes no keys')
      return createRemoteJWKSet(new URL(address), { [keysFetch]: fetched })
    }
    return async (header, token) => {
      keys ??= found()
      keys.catch(() => (keys = undefined))
      return (await keys)(header, token)
    }
  }

  return {
    of(settings, provider, application) {
      const description = PROVIDER_TABLE[provider]
      const issuer = description.type === 'openid' ? description.issuer(settings) : description.server.issuer
      const { clientId, secret } = application
      const digest = createHash('sha256')
        .update(secret ?? '')
        .digest('base64')
      const key = JSON.stringify([provider, issuer, clientId, digest])
      const found = known.get(key)
      if (found && found.until > performance.now()) return found.made
      const made = make(issuer, provider, application)
      known.set(key, { until: performance.now() + KEPT_MS, made })
      made.catch(() => known.delete(key))
      return made
    },
  }
}

function oauthClient({ server, clientAuth }: OAuthProvider, { clientId, secret }: Application) {
  const proof = clientAuth === 'basic' ? client.ClientSecretBasic : client.ClientSecretPost
  return new client.Configuration(server, clientId, undefined, secret ? proof(secret) : client.None())
}

/** In the body where the provider says that it reads it there, else as OAuth wants it from everybody: in the header. */
function secretAsAsked(secret: string): client.ClientAuth {
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  return (server, application, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported
    const send = ways?.includes('client_secret_post') === true ? inBody : inHeader
    send(server, application, body, headers)
  }
}
