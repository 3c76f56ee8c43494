/** Leaked and common passwords at the auth service, with a service that speaks the protocol of ranges. */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthClient } from '@supabase/auth-js'
import { createAuthUser, updateAuthConfig } from '@basedeck/platform-client'
import type { AuthConfigChanges } from '@basedeck/platform-client/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAllowedHosts } from '../src/outgoing/allowed-hosts.js'
import { createOutgoing, type Outgoing } from '../src/outgoing/outgoing.js'
import { leakedRange } from '../src/services/leaked-passwords.js'
import { AUTH_ENGINES } from './auth-engines.js'
import { runApp, type RunningApp } from './running-app.js'
import { serveStorage, type ServedStorage } from './served-storage.js'

const LEAKED = 'leaked horse 77'
const GOOD = 'correct horse 1'

/** Each begun hash has an answer; that of the leaked password has it among others and padding. */
function rangeOf(prefix: string): string {
  const hash = createHash('sha1').update(LEAKED).digest('hex').toUpperCase()
  const found = hash.startsWith(prefix) ? [`${hash.slice(5)}:12`] : []
  return ['0018A45C4D1DEF81644B54AB7F969B88D65:1', ...found, '00D4F6E8FA6EECAD2A3AA415EEC418D38EC:0'].join(
    '\r\n',
  )
}

describe('the service of ranges', () => {
  let server: Server
  let status = 200
  const asked: string[] = []
  let url = ''
  beforeAll(async () => {
    server = createServer(({ url: path = '', headers }, answer) => {
      asked.push(`${path} ${String(headers['add-padding'])}`)
      answer.writeHead(status).end(rangeOf(path.slice(-5)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const logged: object[] = []
  const log = { warn: (line: object) => void logged.push(line) }
  const deps = (allowed: string, at: string | undefined) => ({
    outgoing: createOutgoing({ userAgent: 'test', allowed: readAllowedHosts(allowed) }),
    url: at,
    log: log as never,
  })

  test('is asked for five digits, with padding', async () => {
    const { port } = new URL(url)
    expect(await leakedRange(deps(`127.0.0.1:${port}`, url), 'ABCDE')).toContain('0018A45C')
    expect(asked).toEqual(['/range/ABCDE true'])
    status = 500
    expect(await leakedRange(deps(`127.0.0.1:${port}`, url), 'ABCDE')).toBeUndefined()
    expect(logged).toEqual([{ status: 500 }])
  })

  test('is not called in the private network unless the operator opens it, and none is needed', async () => {
    logged.length = 0
    expect(await leakedRange(deps('', url), 'ABCDE')).toBeUndefined()
    expect(logged).toHaveLength(1)
    expect(await leakedRange(deps('', undefined), 'ABCDE')).toBeUndefined()
    expect(logged).toHaveLength(1)
  })
})

describe.each(AUTH_ENGINES)('%s', (engine) => {
  let running: RunningApp
  let served: ServedStorage
  const asked: string[] = []
  let answers = true
  const outgoing: Pick<Outgoing, 'call'> = {
    async call({ url }) {
      asked.push(url)
      return {
        status: answers ? 200 : 503,
        headers: {},
        body: Buffer.from(rangeOf(url.slice(-5))),
        isCut: false,
      }
    },
  }
  beforeAll(async () => {
    running = await runApp(engine)
    served = await serveStorage(running, undefined, outgoing)
  })
  afterAll(async () => {
    await served.stop()
    await running.stop()
  })
  beforeEach(async () => {
    asked.length = 0
    answers = true
    await change({ mailer_autoconfirm: true, password_hibp_enabled: true, rate_limit_otp: 100_000 })
  })

  async function change(body: AuthConfigChanges): Promise<void> {
    await running.client.call(updateAuthConfig, { params: { ref: 'default' }, body })
    served.auth.projectChanged('default')
  }
  const clientOf = (key = served.anon) =>
    new AuthClient({
      url: `${served.address}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      autoRefreshToken: false,
      persistSession: false,
      storageKey: crypto.randomUUID(),
    })
  const newEmail = () => `user-${crypto.randomUUID()}@example.org`
  const signUp = (password: string) => clientOf().signUp({ email: newEmail(), password })

  test('a leaked and a common password are refused with the reason of the family', async () => {
    for (const password of [LEAKED, 'Qwertyuiop'])
      expect((await signUp(password)).error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
    expect((await signUp('12345')).error).toMatchObject({ reasons: expect.arrayContaining(['length']) })
    expect((await signUp(GOOD)).error).toBeNull()
    const admin = clientOf(served.service).admin
    const made = await admin.createUser({ email: newEmail(), password: LEAKED })
    expect(made.error?.code).toBe('weak_password')
    const byMember = running.client.call(createAuthUser, {
      params: { ref: 'default' },
      body: { email: newEmail(), password: 'Qwertyuiop' },
    })
    await expect(byMember).rejects.toMatchObject({ code: 'auth_refused' })
    expect(asked.every((url) => /^https:.*\/range\/[0-9A-F]{5}$/.test(url))).toBe(true)
    const hash = createHash('sha1').update(LEAKED).digest('hex').toUpperCase()
    expect(asked.join()).not.toContain(hash.slice(5))
  })

  test('a change to one is refused, and nothing is asked while the setting is off', async () => {
    const client = clientOf()
    await client.signUp({ email: newEmail(), password: GOOD })
    expect((await client.updateUser({ password: LEAKED })).error?.code).toBe('weak_password')
    await change({ password_hibp_enabled: false })
    asked.length = 0
    expect((await client.updateUser({ password: LEAKED })).error).toBeNull()
    expect(asked).toEqual([])
  })

  test('while the service is down, passwords are taken, but not the commonest', async () => {
    answers = false
    expect((await signUp(LEAKED)).error).toBeNull()
    expect((await signUp('password1')).error?.code).toBe('weak_password')
  })
})
