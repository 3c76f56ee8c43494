/** A separate program that sends ten hostile bodies, two at a time, again and again, until its parent ends it. */
import { request } from 'node:http'

const [url = '', apikey = ''] = process.argv.slice(2)
const MB = 1024 * 1024
const { hostname, port } = new URL(url)

interface Hostile {
  path: string
  headers?: Record<string, string>
  body: Buffer
  /** Its length is not told. */
  isChunked?: true
}

const wide = (members: number) =>
  Array.from({ length: members }, (_, index) => `"claim${index}":${index}`).join()
const claims = (inside: string) =>
  `{"query":"select 1","runId":"a","role":{"type":"rest","role":"anon","claims":{${inside}}}}`
const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length))
const withParameters = (list: string) => `{"query":"select 1","runId":"a","parameters":[${list}]}`

const QUERY = '/platform/pg-meta/default/query'
const LIST = '/default/storage/v1/object/list/docs'
const typed = { version: '2' }

const DASHBOARD: Hostile[] = [
  { path: QUERY, headers: typed, body: Buffer.from(claims(wide(250_000))) },
  { path: QUERY, headers: typed, body: Buffer.from(claims(repeated(`${wide(10_000)},`, 60 * MB))) },
  { path: '/platform/auth/sign-in', body: Buffer.from(repeated('[', MB)) },
  { path: QUERY, headers: typed, body: Buffer.from(repeated('[', 60 * MB)) },
  { path: QUERY, body: Buffer.from(`{"query":"${repeated('select 1;', 60 * MB)}"}`) },
  {
    path: QUERY,
    headers: typed,
    body: Buffer.from(`{"query":"${repeated('select 1;', 60 * MB)}"}`),
    isChunked: true,
  },
  {
    path: QUERY,
    headers: typed,
    body: Buffer.from(
      withParameters(
        Array(65_000)
          .fill(`"${'x'.repeat(290)}"`)
          .join(),
      ),
    ),
  },
  {
    path: QUERY,
    headers: typed,
    body: Buffer.from(withParameters(`"${repeated('x', 19 * MB)}"`)),
    isChunked: true,
  },
  {
    path: QUERY,
    headers: typed,
    body: Buffer.from(`{"runId":"a","statements":[${repeated('{"query":""},', 20_000 * 13)}{}]}`),
  },
  {
    path: QUERY,
    headers: typed,
    body: Buffer.from(withParameters(repeated('{},', 60 * MB))),
    isChunked: true,
  },
]

const FILES: Hostile[] = Array.from({ length: 10 }, (_, index) => {
  const bodies = [
    `{"prefixes":[${repeated('"a",', 8 * MB - 100)}"a"]}`,
    `{${repeated(`${wide(1000)},`, 8 * MB - 100)}`,
    repeated('[', 8 * MB),
    `{"prefix":"${repeated('x', 8 * MB - 100)}"}`,
    `{"prefix":"${repeated('x', 60 * MB)}"}`,
  ]
  return {
    path: LIST,
    body: Buffer.from(bodies[index % bodies.length] ?? ''),
    ...(index > 4 ? { isChunked: true } : {}),
  }
})

function send({ path, headers = {}, body, isChunked }: Hostile): Promise<void> {
  return new Promise((resolve) => {
    const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }
    const call = request({
      hostname,
      port,
      path,
      agent: false,
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey, ...length, ...headers },
    })
    // A server may cut off what it has refused.
    call.on('error', () => resolve())
    call.on('socket', (socket) => socket.on('error', () => resolve()))
    call.on('close', () => resolve())
    call.on('response', (answer) => answer.resume())
    call.end(body)
  })
}

const bodies = apikey === '' ? DASHBOARD : FILES
process.send?.('begun')
await Promise.all(
  [0, 1].map(async (which) => {
    const own = bodies.filter((_, index) => index % 2 === which)
    for (;;) {
      for (const hostile of own) await send(hostile)
      process.send?.('round')
    }
  }),
)
