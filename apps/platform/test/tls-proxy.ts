/**
 * A proxy that ends TLS in front of the platform: nginx with the documented configuration, or a proxy in Node where
 * nginx is missing.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestCertificate } from '../src/engines/testing/certificates.js'

export interface TlsProxy {
  port: number
  kind: 'nginx' | 'node'
  stop(): Promise<void>
}

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx', '/usr/bin/nginx']
const documented = fileURLToPath(new URL('../../../docs/nginx.conf', import.meta.url))

/** @param folder for the configuration and the certificate */
export async function startTlsProxy(options: {
  folder: string
  port: number
  backendPort: number
  /** Of the projects' own API. */
  api: { port: number; backendPort: number }
  server: TestCertificate
}): Promise<TlsProxy> {
  const program = findNginx()
  return program === undefined ? nodeProxy(options) : nginxProxy(program, options)
}

function findNginx(): string | undefined {
  const find = () => NGINX.find((path) => existsSync(path))
  if (find() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx-light'], {
      env,
      timeout: 120_000,
    })
  }
  return find()
}

type Options = Parameters<typeof startTlsProxy>[0]

/** The documented server block, with the places of this test. */
async function nginxProxy(
  program: string,
  { folder, port, backendPort, api, server }: Options,
): Promise<TlsProxy> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'server.crt'), server.certificate)
  await writeFile(join(folder, 'server.key'), server.key)
  const block = (await readFile(documented, 'utf8'))
    // The dashboard's block comes first.
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${api.port} ssl;`)
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${join(folder, 'server.crt')};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${join(folder, 'server.key')};`)
    .replaceAll('127.0.0.1:8787', `127.0.0.1:${backendPort}`)
    .replaceAll('127.0.0.1:8788', `127.0.0.1:${api.backendPort}`)
    .replaceAll('api.basedeck.example.com', '127.0.0.1')
    .replaceAll('basedeck.example.com', '127.0.0.1')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
daemon off;
events {}
http {
access_log off;
${paths}
${block}
}
`,
  )
  const child = spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  })
  await untilListening(port, child)
  return {
    port,
    kind: 'nginx',
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const { connect } = await import('node:net')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise((resolve) => void setImmediate(resolve))
  }
}

/** The same headers as the documented nginx sets. */
async function nodeProxy({ api, ...options }: Options): Promise<TlsProxy> {
  // The dashboard's block comes first.
  const [mainAdds = [], apiAdds = []] = (await readFile(documented, 'utf8'))
    .split(/^server /m)
    .slice(1)
    .map((block) =>
      [...block.matchAll(/^ *add_header (\S+) "([^"]+)" always;$/gm)].flatMap(([, ...added]) => added),
    )
  const main = await oneNodeProxy({ ...options, adds: mainAdds })
  const beside = await oneNodeProxy({ ...options, ...api, adds: apiAdds })
  return { ...main, stop: async () => void (await Promise.all([main.stop(), beside.stop()])) }
}

async function oneNodeProxy({
  port,
  backendPort,
  server,
  adds,
}: Omit<Options, 'api'> & { adds: string[] }): Promise<TlsProxy> {
  const proxy = createServer({ cert: server.certificate, key: server.key }, (incoming, outgoing) => {
    const known = incoming.headers['x-forwarded-for']
    const peer = incoming.socket.remoteAddress ?? ''
    const forward = httpRequest(
      {
        host: '127.0.0.1',
        port: backendPort,
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, 'x-forwarded-for': known ? `${String(known)}, ${peer}` : peer },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, [...answer.rawHeaders, ...adds])
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(forward)
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    port: (proxy.address() as AddressInfo).port,
    kind: 'node',
    stop: () => new Promise((resolve) => void proxy.close(() => resolve())),
  }
}
