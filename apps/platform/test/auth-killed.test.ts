/** The program is killed in the middle of each flow of auth: afterwards there is no half state, and no token counts twice. */
import {
  createClient,
  listApiKeys,
  getRuntimeConfig,
  listAuthMails,
  openAuthMail,
  queryPlain,
  updateAuthConfig,
  type Client,
} from '@basedeck/platform-client'
import { linksOf } from '@basedeck/core/rules'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()
const params = { ref: 'default' }
const PASSWORD = 'correct horse 1'
const MANY = 100_000
const COUNT = 6

interface Running {
  program: Program
  client: Client
  ask(path: string, body?: object, token?: string, method?: string): Promise<Answer>
  sql(query: string): Promise<Record<string, unknown>[]>
}
interface Answer {
  status: number
  location: string | null
  body: Record<string, unknown>
}

async function start(): Promise<Running> {
  const args = `--port 0 --api-port 0 --engine cluster --data-dir ${folder.at('data')}`
  const program = await startProgram(args.split(' '), /database +open/)
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const client = createClient({ baseUrl: program.url })
  const { projectApiUrl } = await client.call(getRuntimeConfig, {})
  const keys = await client.call(listApiKeys, { params, query: { reveal: true } })
  const apikey = keys.find(({ type }) => type === 'publishable')?.api_key ?? ''
  return {
    program,
    client,
    sql: (query) => client.call(queryPlain, { params, body: { query } }),
    async ask(path, body, token, method = body ? 'POST' : 'GET') {
      const answer = await fetch(path.startsWith('http') ? path : `${projectApiUrl}/default/auth/v1${path}`, {
        method,
        redirect: 'manual',
        headers: {
          apikey,
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const parsed = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
      return { status: answer.status, location: answer.headers.get('location'), body: parsed }
    },
  }
}

/** Makes all calls at once, and kills the program when the first is answered. */
async function killedDuring({ program }: Running, calls: (() => Promise<unknown>)[]): Promise<Running> {
  const all = calls.map((call) => call())
  const settled = Promise.allSettled(all)
  await Promise.any(all)
  await program.end('SIGKILL')
  await settled
  return start()
}

test('sign-up, link, refresh, change of address and second factor are whole or have not happened', async () => {
  let now = await start()
  const many = <Value>(make: (at: number) => Value) => Array.from({ length: COUNT }, (_, at) => make(at))
  const zero = async (query: string) => expect(await now.sql(query)).toEqual([])
  await now.client.call(updateAuthConfig, {
    params,
    body: {
      enabled: true,
      disable_signup: false,
      mailer_max_frequency_s: 0,
      rate_limit_otp: MANY,
      rate_limit_verify: MANY,
      rate_limit_email_sent: MANY,
      rate_limit_token_refresh: MANY,
      security_refresh_token_reuse_interval_s: 300,
    },
  })

  // Sign-up: a user has its identity and its token, or is not there.
  const emails = many((at) => `user-${at}@example.org`)
  const signUp = (email: string) => () => now.ask('/signup', { email, password: PASSWORD })
  now = await killedDuring(now, emails.map(signUp))
  await zero(`select u.id from auth.users u where (select count(*) from auth.identities i where i.user_id = u.id) <> 1
    or (select count(*) from auth.one_time_tokens t where t.user_id = u.id) <> 1`)
  await zero(
    'select id from auth.identities i where not exists (select from auth.users u where u.id = i.user_id)',
  )
  for (const email of emails) expect((await signUp(email)()).status).toBe(200)
  expect(await now.sql('select id from auth.users')).toHaveLength(COUNT)

  // A link confirms and gives one session, or is still good.
  const linkOf = async (email: string) => {
    const { mails } = await now.client.call(listAuthMails, { params })
    const newest = mails.find(({ to }) => to === email)
    const { html } = await now.client.call(openAuthMail, { params: { ...params, id: newest?.id ?? '' } })
    return new URL(linksOf(html)[0] ?? '')
  }
  const links = await Promise.all(emails.map(linkOf))
  const pathOf = ({ pathname, search }: URL) => pathname.replace(/^.*\/auth\/v1/, '') + search
  now = await killedDuring(
    now,
    links.map((link) => () => now.ask(pathOf(link))),
  )
  await zero(`select u.id from auth.users u where (u.email_confirmed_at is not null) <>
    not exists (select from auth.one_time_tokens t where t.user_id = u.id)`)
  await zero(`select u.id from auth.users u where (u.email_confirmed_at is not null) <>
    exists (select from auth.sessions s where s.user_id = u.id)`)
  for (const link of links) await now.ask(pathOf(link))
  expect(await now.sql('select id from auth.sessions')).toHaveLength(COUNT)

  // A refresh token is replaced once, and who lost the answer gets the same successor.
  const signedIn = await Promise.all(
    emails.map((email) => now.ask('/token?grant_type=password', { email, password: PASSWORD })),
  )
  const refresh = (token: unknown) => now.ask('/token?grant_type=refresh_token', { refresh_token: token })
  now = await killedDuring(
    now,
    signedIn.map(
      ({ body }) =>
        () =>
          refresh(body['refresh_token']),
    ),
  )
  const refreshed: Answer[] = []
  for (const { body } of signedIn) refreshed.push(await refresh(body['refresh_token']))
  expect(refreshed.map(({ status }) => status)).toEqual(many(() => 200))
  await zero(
    `select session_id from auth.refresh_tokens where not revoked group by session_id having count(*) > 1`,
  )

  // A change of the address waits with its tokens, or was not asked for.
  const tokens = refreshed.map(({ body }) => String(body['access_token']))
  const move = (token: string, at: number) => () =>
    now.ask('/user', { email: `next-${at}@example.org` }, token, 'PUT')
  now = await killedDuring(now, tokens.map(move))
  await zero(`select u.id from auth.users u where (coalesce(u.email_change, '') <> '') <>
    (2 = (select count(*) from auth.one_time_tokens t where t.user_id = u.id and t.token_type::text like 'email_change%'))`)
  for (const [at, token] of tokens.entries()) expect((await move(token, at)()).status).toBe(200)

  // A code raises its session once, and its challenge is gone with that.
  const factors = await Promise.all(
    tokens.map(async (token) => {
      const { body } = await now.ask('/factors', { factor_type: 'totp' }, token)
      const { id: challenge } = (await now.ask(`/factors/${String(body['id'])}/challenge`, {}, token)).body
      const secret = Secret.fromBase32((body['totp'] as { secret: string }).secret)
      return { id: String(body['id']), challenge, code: new TOTP({ secret }).generate(), token }
    }),
  )
  const prove =
    ({ id, challenge, code, token }: (typeof factors)[number]) =>
    () =>
      now.ask(`/factors/${id}/verify`, { challenge_id: challenge, code }, token)
  now = await killedDuring(now, factors.map(prove))
  await zero(`select f.id from auth.mfa_factors f where (f.status = 'verified') <>
      exists (select from auth.sessions s where s.factor_id = f.id and s.aal = 'aal2')
    or (f.status = 'verified') = exists (select from auth.mfa_challenges c where c.factor_id = f.id)`)
  const before = await now.sql(`select id from auth.mfa_factors where status = 'verified'`)
  const again = await Promise.all(factors.map((factor) => prove(factor)()))
  const proved = new Set(before.map(({ id }) => id))
  for (const [at, { status }] of again.entries()) expect(status === 200).toBe(!proved.has(factors[at]?.id))
}, 120_000)
