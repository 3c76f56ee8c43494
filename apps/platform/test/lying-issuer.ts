/** An issuer of OpenID Connect on a real port with TLS that answers codes with whatever ID token a test makes. */
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface LyingIssuer {
  address: string
  host: string
  /** Signs with the key that it publishes, or with another one. */
  token(claims: JWTPayload, options?: { key?: CryptoKey; alg?: string; kid?: string }): Promise<string>
  /** What the token endpoint gives. `asked`: the form that was sent. */
  answering: (asked: URLSearchParams) => Promise<Record<string, unknown>>
  /** Paths that were asked for. */
  asked: string[]
  stop(): void
}

export async function lyingIssuer({
  certificate,
  key,
}: {
  certificate: string
  key: string
}): Promise<LyingIssuer> {
  const pair = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const server = createServer({ cert: certificate, key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = `https://${host}`
  const issuer: LyingIssuer = {
    address,
    host,
    asked: [],
    answering: async () => ({}),
    token: (claims, { key: signing = pair.privateKey, alg = 'RS256', kid = 'one' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(signing),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  server.on('request', (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      issuer.asked.push(path)
      void answer(path, new URLSearchParams(Buffer.concat(parts).toString())).then((body) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      })
    })
  })
  async function answer(path: string, form: URLSearchParams): Promise<object> {
    if (path === '/token') return issuer.answering(form)
    if (path === '/jwks') return { keys: [jwk] }
    return {
      issuer: address,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }
  }
  return issuer
}
