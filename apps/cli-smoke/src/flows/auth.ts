/** An application's user signs up, opens the link in the mail, and then reads and writes the rows that belong to them. */
import type { Deck } from '@basedeck/core'
import {
  actAsAuthUser,
  deleteAuthUser,
  updateAuthUser,
  listApiKeys,
  newId,
  listAuthMails,
  openAuthMail,
  queryTyped,
  getAuthConfig,
  updateAuthConfig,
} from '@basedeck/platform-client'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { addressOf } from './data.js'

const PASSWORD = 'correct horse 1'
const FIXTURE = `drop table if exists public.smoke_own;
  create table public.smoke_own (id uuid default auth.uid(), word text);
  alter table public.smoke_own enable row level security;
  create policy own on public.smoke_own to authenticated using (id = auth.uid()) with check (id = auth.uid())`

interface Service {
  address: string
  key: string
}

interface Session {
  access_token: string
  refresh_token: string
  user: { id: string; email: string; phone: string }
}

export async function authFlow(deck: Deck, ref: string, say: (text: string) => void): Promise<void> {
  const params = { ref }
  const before = await deck.client.call(getAuthConfig, { params })
  await deck.client.call(updateAuthConfig, { params, body: { enabled: true, disable_signup: false } })
  await run(deck, ref, FIXTURE)
  const keys = await deck.client.call(listApiKeys, { params, query: { reveal: true } })
  const rest = await addressOf(deck, ref)
  const service = {
    address: rest.replace(/rest\/v1$/, 'auth/v1'),
    key: keys.find(({ name }) => name === 'anon')?.api_key ?? '',
  }
  const email = `smoke-${randomUUID()}@example.org`
  // Other processes hear of the change within a second.
  await until(async () => (await ask(service, '/settings')).status === 200)
  const up = await ask(service, '/signup', { email, password: PASSWORD })
  assert.equal(up.status, 200, JSON.stringify(up.body))
  assert.equal(
    (await ask(service, '/token?grant_type=password', { email, password: PASSWORD })).body['error_code'],
    'email_not_confirmed',
  )
  await followLink(deck, ref, email)
  const session = (await ask(service, '/token?grant_type=password', { email, password: PASSWORD }))
    .body as unknown as Session
  assert.equal(session.user.email, email)

  const own = { address: rest, key: service.key }
  await until(async () => (await ask(own, '/smoke_own', { word: 'mine' }, session)).status === 201)
  const rows = (await ask(own, '/smoke_own?select=id,word', undefined, session)).body
  assert.deepEqual(rows, [{ id: session.user.id, word: 'mine' }])
  assert.deepEqual((await ask(own, '/smoke_own')).body, [])

  const refreshed = await ask(service, '/token?grant_type=refresh_token', {
    refresh_token: session.refresh_token,
  })
  const next = refreshed.body as unknown as Session
  assert.equal((await ask(service, '/logout', {}, next)).status, 204)
  assert.equal((await ask(service, '/user', undefined, next)).status, 403)
  await manage(deck, ref, { service, own, session })
  await otherWays(deck, ref, service)
  await run(deck, ref, 'drop table public.smoke_own')
  const { enabled, disable_signup } = before
  await deck.client.call(updateAuthConfig, { params, body: { enabled, disable_signup } })
  say(
    'a user signed up, followed the link of the mail, wrote a row that nobody else sees, and signed out; a member acted as them, banned and deleted them',
  )
  say('another one came by a code for a number, and a browser was sent to a provider')
}

interface Managed {
  service: Parameters<typeof ask>[0]
  own: Parameters<typeof ask>[0]
  session: Session
}

/** A member acts as the user, bans and deletes them. */
async function manage(deck: Deck, ref: string, { service, own, session }: Managed): Promise<void> {
  const params = { ref, id: session.user.id }
  const acting = { ...session, ...(await deck.client.call(actAsAuthUser, { params })) }
  const rows = (await ask(own, '/smoke_own?select=word', undefined, acting)).body
  assert.deepEqual(rows, [{ word: 'mine' }])
  assert.equal((await ask(service, '/user', undefined, acting)).status, 403)
  await deck.client.call(updateAuthUser, { params, body: { ban_duration: '1h' } })
  const body = { email: session.user.email, password: PASSWORD }
  const refused = await ask(service, '/token?grant_type=password', body)
  assert.equal(refused.body['error_code'], 'user_banned')
  await deck.client.call(deleteAuthUser, { params })
}

const PHONE = '18005550199'

/** By a number with a code of the settings, and as far as a provider's door. */
async function otherWays(deck: Deck, ref: string, service: Service): Promise<void> {
  const params = { ref }
  const body = {
    external_phone_enabled: true,
    sms_test_otp: [`${PHONE}=123456`],
    external_github_enabled: true,
    external_github_client_id: 'smoke',
    external_github_secret: 'hush',
  }
  const set = await deck.client.call(updateAuthConfig, { params, body })
  assert.ok(set.secrets_set.includes('external_github_secret') && !JSON.stringify(set).includes('hush'))
  await until(async () => (await ask(service, '/otp', { phone: PHONE })).status === 200)
  const verified = await ask(service, '/verify', { type: 'sms', phone: PHONE, token: '123456' })
  assert.equal((verified.body as unknown as Session).user.phone, PHONE)
  const begun = await fetch(`${service.address}/authorize?provider=github`, { redirect: 'manual' })
  const there = new URL(begun.headers.get('location') ?? '')
  assert.equal(there.host, 'github.com')
  assert.equal(there.searchParams.get('redirect_uri'), `${service.address}/callback`)
  const state = there.searchParams.get('state') ?? ''
  const refused = await fetch(`${service.address}/callback?error=access_denied&state=${state}`, {
    redirect: 'manual',
    headers: { cookie: begun.headers.get('set-cookie')?.split(';', 1)[0] ?? '' },
  })
  assert.match(refused.headers.get('location') ?? '', /#error=access_denied/)
  await run(deck, ref, `delete from auth.users where phone = '${PHONE}'`)
  const off = { external_github_enabled: false, external_github_client_id: '', external_github_secret: '' }
  const back = { external_phone_enabled: false, sms_test_otp: [] }
  await deck.client.call(updateAuthConfig, { params, body: { ...off, ...back } })
}

/** Of a mail that is kept, since no server is set up. */
async function followLink(deck: Deck, ref: string, to: string): Promise<void> {
  const params = { ref }
  const find = async () =>
    (await deck.client.call(listAuthMails, { params })).mails.find((mail) => mail.to === to)
  await until(async () => (await find()) !== undefined)
  const { text } = await deck.client.call(openAuthMail, { params: { ref, id: (await find())?.id ?? '' } })
  const [link = ''] = /https?:\/\/\S+\/verify\?\S+/.exec(text) ?? []
  const answer = await fetch(link, { redirect: 'manual' })
  assert.equal(answer.status, 303, text)
  assert.match(answer.headers.get('location') ?? '', /#access_token=/)
}

async function run(deck: Deck, ref: string, query: string): Promise<void> {
  await deck.client.call(queryTyped, { params: { ref }, body: { query, runId: newId() } })
}

async function ask(
  { address, key }: Service,
  path: string,
  body?: unknown,
  session?: Session,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const bearer = session && { authorization: `Bearer ${session.access_token}` }
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { apikey: key, 'content-type': 'application/json', ...bearer },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

const PATIENCE_MS = 10_000

/** Asks again until it is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) assert(Date.now() < end, 'it takes too long')
}
