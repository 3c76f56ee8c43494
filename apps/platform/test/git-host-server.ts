/** A host of source code on this machine, with TLS: the parts of GitHub's and GitLab's documented REST APIs that the platform asks. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TestAuthority } from '../src/engines/testing/certificates.js'

export interface GitHostServer {
  port: number
  address: string
  token: string
  /** Paths that were asked for, with their query. */
  asked: string[]
  /** What it answers in place of the API; null: the API. */
  instead: { status: number; headers?: Record<string, string>; body?: string } | null
  stop(): Promise<void>
}

const REPOSITORIES = [
  { path: 'acme/shop', isPrivate: true },
  { path: 'acme/docs', isPrivate: false },
]
const BRANCHES = ['main', 'next']

export async function startGitHost(
  kind: 'github' | 'gitlab',
  authority: TestAuthority,
): Promise<GitHostServer> {
  const { certificate: cert, key } = authority.issue('127.0.0.1')
  const asked: string[] = []
  const token = `${kind}-token-of-octavia`
  const server = createServer({ cert, key }, (request, response) => {
    const url = request.url ?? ''
    asked.push(url)
    const { instead } = host
    const [status, body] = instead
      ? [instead.status, instead.body ?? '']
      : answerOf(kind, request, token, decodeURIComponent(url.split('?')[0] ?? ''))
    response.writeHead(status, { 'content-type': 'application/json', ...instead?.headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host: GitHostServer = {
    port,
    address: `https://127.0.0.1:${port}${kind === 'github' ? '/api/v3' : ''}`,
    token,
    asked,
    instead: null,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return host
}

function answerOf(
  kind: 'github' | 'gitlab',
  { headers }: IncomingMessage,
  token: string,
  path: string,
): [status: number, body: unknown] {
  const given =
    kind === 'github' ? headers['authorization']?.replace(/^Bearer /, '') : headers['private-token']
  if (given !== token) return [401, { message: 'Bad credentials' }]
  const place = path.replace(kind === 'github' ? /^\/api\/v3/ : /^\/api\/v4/, '')
  if (place === '/user') return [200, kind === 'github' ? { login: 'octavia' } : { username: 'octavia' }]
  if (place === (kind === 'github' ? '/user/repos' : '/projects'))
    return [200, REPOSITORIES.map((one) => shown(kind, one))]
  const form =
    kind === 'github'
      ? /^\/repos\/([\w.-]+\/[\w.-]+?)(?:\/branches\/(.+))?$/
      : /^\/projects\/([\w.-]+\/[\w.-]+?)(?:\/repository\/branches\/(.+))?$/
  const [, name, branch] = form.exec(place) ?? []
  const found = REPOSITORIES.find((one) => one.path === name)
  if (!found) return [404, { message: 'Not Found' }]
  if (branch === undefined) return [200, shown(kind, found)]
  return BRANCHES.includes(branch) ? [200, { name: branch }] : [404, { message: 'Branch not found' }]
}

function shown(kind: 'github' | 'gitlab', { path, isPrivate }: (typeof REPOSITORIES)[number]) {
  return kind === 'github'
    ? { full_name: path, default_branch: 'main', private: isPrivate }
    : { path_with_namespace: path, default_branch: 'main', visibility: isPrivate ? 'private' : 'public' }
}
