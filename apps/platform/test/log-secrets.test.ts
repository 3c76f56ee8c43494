/**
 * Every kind of secret is sent in every place where callers put one, through the dashboard's calls, the object API and the
 * data API of a whole program. No byte of the files of lines holds any of them.
 */
import {
  createAccessToken,
  createApiKey,
  createBucket,
  createClient,
  createProject,
  getProject,
  listApiKeys,
  searchLogs,
  setUp,
  type LogLine,
} from '@basedeck/platform-client'
import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { isRunning, startProgram } from './program.js'
import { programFolder } from './program-folder.js'
import { PASSWORD } from './test-api.js'

const folder = programFolder()
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('lines of all services are found, and no secret is in their files', async () => {
  const args = [
    '--platform',
    '--engine',
    'pglite',
    '--port',
    '0',
    '--api-port',
    '0',
    '--data-dir',
    folder.at('data'),
  ]
  const program = await startProgram(args, /projects +ready/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const { url, apiUrl } = program
  let cookie = ''
  const { call } = createClient({
    baseUrl: url,
    fetch: async (address: string, init: RequestInit = {}) => {
      const headers = { ...(init.headers as Record<string, string>), cookie, origin: url }
      const answer = await fetch(address, { ...init, headers })
      const given = answer.headers.getSetCookie().map((one) => one.split(';')[0])
      if (given.length > 0) cookie = given.join('; ')
      return answer
    },
  } as never)
  const setup_code = /set-up\?code=(\S+)/.exec(program.output())?.[1] ?? ''
  const person = { email: 'owner@example.com', password: PASSWORD, first_name: 'Olive' }
  await call(setUp, { body: { setup_code, ...person, organization_name: 'Acme' } })
  const { ref } = await call(createProject, { body: { name: 'Shop', organization_slug: 'acme' } })
  const params = { ref }
  await vi.waitUntil(async () => (await call(getProject, { params })).status === 'ACTIVE_HEALTHY', {
    timeout: 60_000,
    interval: 100,
  })
  await call(createBucket, { params, body: { id: 'files' } })
  const made = await call(createApiKey, { params, body: { name: 'one', type: 'secret' } })
  const { token } = await call(createAccessToken, { body: { name: 'all', access: 'manage' } })
  const keys = await call(listApiKeys, { params, query: { reveal: true } })
  const secretKey = made.api_key ?? ''

  const files = `${apiUrl}/${ref}/storage/v1`
  const upload = {
    method: 'POST',
    body: 'bytes',
    headers: { apikey: secretKey, 'content-type': 'text/plain' },
  }
  expect((await fetch(`${files}/object/files/a.txt`, upload)).status).toBe(200)
  const signing = await fetch(`${files}/object/sign/files/a.txt`, {
    method: 'POST',
    body: '{"expiresIn":60}',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
  })
  const { signedURL } = (await signing.json()) as { signedURL: string }
  const signed = new URL(signedURL, files).searchParams.get('token') ?? ''
  expect((await fetch(`${files}${signedURL}`)).status).toBe(200)

  const secrets = new Map([
    ['a secret key', secretKey],
    ['an access token of the dashboard', token],
    ['the token of a signed address', signed],
    ['the cookie', cookie.split('=')[1] ?? ''],
    ['the password', PASSWORD],
    ['the set-up code', setup_code],
    // A secret key is told once.
    ...keys.flatMap(({ name, api_key }) => (api_key ? [[`key ${name}`, api_key] as const] : [])),
    [
      'a user’s token',
      `${base64({ alg: 'HS256' })}.${base64({ role: 'authenticated', sub: randomUUID() })}.c2lnbmVk`,
    ],
  ])
  expect([...secrets].filter(([, secret]) => secret.length <= 8)).toEqual([])

  const addresses = [
    `${url}/platform/projects/${ref}`,
    `${files}/object/files/a.txt`,
    `${apiUrl}/${ref}/rest/v1/nothing`,
  ]
  for (const secret of secrets.values())
    for (const address of addresses) {
      const said = encodeURIComponent(secret)
      const headers = {
        apikey: secret,
        authorization: `Bearer ${secret}`,
        cookie: `session=${said}`,
        'x-request-id': secret,
        'user-agent': secret,
        referer: `http://127.0.0.1/?token=${said}`,
        'content-type': 'application/json',
      }
      await fetch(`${address}?apikey=${said}&token=${said}`, { headers })
      await fetch(`${address}/${said}`, { headers })
      await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ password: secret, token: secret }),
      })
    }
  await call(searchLogs, { params })

  const found: LogLine[] = []
  for (let before: string | undefined; ;) {
    const { lines, status } = await call(searchLogs, { params, query: { limit: '1000', before } })
    expect(status).toEqual({ state: 'kept' })
    if (lines.length === 0) break
    found.push(...lines)
    before = lines.at(-1)?.id
  }
  expect([...new Set(found.map(({ source }) => source))]).toEqual(
    expect.arrayContaining(['dashboard', 'storage', 'data']),
  )
  const requestId = randomUUID()
  await fetch(`${apiUrl}/${ref}/rest/v1/nothing`, {
    headers: { apikey: secretKey, 'x-request-id': requestId },
  })
  await expect
    .poll(async () => (await call(searchLogs, { params, query: { request_id: requestId } })).lines)
    .toMatchObject([{ source: 'data', level: 'warn', fields: { status: 404, method: 'GET' } }])

  expect(await program.end('SIGTERM')).toBe(0)
  const names = await readdir(folder.at('data', 'logs'))
  expect(names).not.toEqual([])
  const leaks = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(folder.at('data', 'logs', name))
      return [...secrets].filter(([, secret]) => bytes.includes(secret)).map(([kind]) => `${kind} in ${name}`)
    }),
  )
  expect(leaks.flat()).toEqual([])
})
