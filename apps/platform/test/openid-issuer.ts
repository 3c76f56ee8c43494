/** An issuer of OpenID Connect on a real port with TLS, and a browser that signs in there and consents. */
import { once } from 'node:events'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface IssuerAccount {
  email?: string
  email_verified?: boolean
  name?: string
}

export interface OpenIdIssuer {
  /** `https://127.0.0.1:1234` */
  address: string
  host: string
  /** By login. */
  accounts: Map<string, IssuerAccount>
  stop(): void
}

/** @param redirectUris where this issuer sends browsers back to */
export async function openIdIssuer(
  { certificate, key }: { certificate: string; key: string },
  client: { id: string; secret: string; redirectUris: () => string[] },
): Promise<OpenIdIssuer> {
  const accounts = new Map<string, IssuerAccount>()
  const server = createServer({ cert: certificate, key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = `https://${host}`
  let made: Provider | undefined
  // Made when it is first asked: the addresses of the platform are known then.
  server.on('request', (request, response) => {
    made ??= new Provider(address, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: client.redirectUris(),
          token_endpoint_auth_method: 'client_secret_basic',
          response_types: ['code'],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      clientAuthMethods: ['client_secret_basic'],
      pkce: { required: () => true },
      scopes: ['openid', 'email', 'profile', 'offline_access', 'calendar'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      findAccount: (_, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...accounts.get(id) }),
      }),
      issueRefreshToken: async () => true,
      cookies: { keys: ['test'] },
    })
    void made.callback()(request, response)
  })
  return {
    address,
    host,
    accounts,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Keeps cookies by origin, and follows redirects as long as they stay where it may go. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()
  readonly #fetch: typeof fetch
  constructor(fetching: typeof fetch) {
    this.#fetch = fetching
  }

  async get(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address)
    const kept = this.#cookies.get(origin) ?? new Map<string, string>()
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(init.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const answer = await this.#fetch(address, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) kept.delete(name)
      else kept.set(name, value)
    }
    this.#cookies.set(origin, kept)
    return answer
  }

  /** Goes on until a page is there, or an address that `stops` names. */
  async follow(address: string, stops: (address: string) => boolean): Promise<{ at: string; page: string }> {
    let at = address
    for (let hops = 0; hops < 20 && !stops(at); hops++) {
      const answer = await this.get(at)
      const next = answer.headers.get('location')
      if (next === null) return { at, page: await answer.text() }
      at = new URL(next, at).href
    }
    return { at, page: '' }
  }

  /** Sends the form of a page. */
  async submit(at: string, page: string, values: Record<string, string>): Promise<string> {
    const [, action = at] = /<form[^>]*action="([^"]*)"/.exec(page) ?? []
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const body = new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])),
      ...values,
    })
    const answer = await this.get(new URL(action, at).href, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return new URL(answer.headers.get('location') ?? '', at).href
  }

  /** Signs in at the issuer and consents. @param login of an account there; undefined: aborts */
  async passIssuer(
    begin: string,
    login: string | undefined,
    stops: (address: string) => boolean,
  ): Promise<string> {
    let { at, page } = await this.follow(begin, stops)
    for (let steps = 0; steps < 3 && !stops(at); steps++) {
      const aborts = /href="([^"]*\/abort)"/.exec(page)?.[1]
      const next =
        login === undefined && aborts !== undefined
          ? new URL(aborts, at).href
          : await this.submit(
              at,
              page,
              page.includes('name="login"') ? { login: login ?? '', password: 'any' } : {},
            )
      ;({ at, page } = await this.follow(next, stops))
    }
    return at
  }
}

/** As a browser fetches that trusts this authority. */
export const trusting =
  (authority: { certificate: string }): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(String(input))
    if (url.protocol === 'http:') return fetch(url, init)
    return new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init.headers))
      const sent = request(
        url,
        { method: init.method ?? 'GET', headers, ca: authority.certificate },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => {
            const { rawHeaders } = answer
            const pairs = rawHeaders.flatMap((name, at) =>
              at % 2 === 0 ? [[name, rawHeaders[at + 1]] as [string, string]] : [],
            )
            resolve(
              new Response(Buffer.concat(parts).toString(), {
                status: answer.statusCode ?? 0,
                headers: pairs,
              }),
            )
          })
        },
      )
      sent.on('error', reject)
      sent.end(init.body as string | undefined)
    })
  }
