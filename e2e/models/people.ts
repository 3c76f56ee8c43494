/** People with accounts on a hosted platform, created through its API. */
import { expect, request, type APIRequestContext, type APIResponse, type Page } from '@playwright/test'
import type { Platform } from './platform.js'

export interface Person {
  name: string
  email: string
  password: string
}

export const OWNER: Person = {
  name: 'Olga Owner',
  email: 'owner@example.com',
  password: 'correct horse battery',
}

const ORGANIZATION = 'Acme'

/** One session of the first account for each platform: checking a password is slow on purpose. */
const owners = new WeakMap<Platform, Promise<APIRequestContext>>()

/** A session of the first account, which is created when missing. */
export function asOwner(platform: Platform): Promise<APIRequestContext> {
  const known = owners.get(platform) ?? signInOwner(platform)
  owners.set(platform, known)
  return known
}

async function signInOwner(platform: Platform): Promise<APIRequestContext> {
  const calls = await request.newContext({ baseURL: platform.url })
  const { status } = await answer<{ status: string }>(calls.get('/platform/auth/state'))
  const { email, password } = OWNER
  if (status === 'setup-needed') {
    const setup_code = new URL(platform.setUpUrl ?? '').searchParams.get('code')
    const data = { setup_code, email, password, first_name: OWNER.name, organization_name: ORGANIZATION }
    await answer(calls.post('/platform/auth/setup', { data }))
  } else await answer(calls.post('/platform/auth/sign-in', { data: { email, password } }))
  return calls
}

/** Gives the browser the session of these calls. */
export async function enterAs(page: Page, calls: APIRequestContext): Promise<void> {
  const { cookies } = await calls.storageState()
  await page.context().addCookies(cookies)
}

/** The link of an invitation into the organization of the first account. */
export async function invite(platform: Platform, email: string, roleId = 'developer'): Promise<string> {
  const owner = await asOwner(platform)
  const all = await answer<{ name: string; slug: string }[]>(owner.get('/platform/organizations'))
  const slug = all.find(({ name }) => name === ORGANIZATION)?.slug
  const { link } = await answer<{ link: string }>(
    owner.post(`/platform/organizations/${slug}/invitations`, {
      data: { email, role_id: roleId },
    }),
  )
  return link
}

let count = 0

/** A user that no other test uses. */
export async function newPerson(
  platform: Platform,
  name = 'Ada Admin',
  roleId = 'developer',
): Promise<Person> {
  count += 1
  const person = {
    name,
    email: `person-${Date.now()}-${count}@example.com`,
    password: 'a good long password',
  }
  const token = new URL(await invite(platform, person.email, roleId)).pathname.split('/').at(-1)
  const calls = await request.newContext({ baseURL: platform.url })
  await answer(
    calls.post(`/platform/invitations/${token}/accept`, {
      data: { first_name: person.name, password: person.password },
    }),
  )
  await calls.dispose()
  return person
}

/** Signs in on the page that is open. */
export async function signInAs(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' })

export async function signOut(page: Page): Promise<void> {
  // The page after the sign-in has loaded with its content.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('Loading…')).toHaveCount(0)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Basedeck' })).toBeVisible()
}

/** The body of a call that must succeed. */
export async function answer<Body>(call: Promise<APIResponse>): Promise<Body> {
  const response = await call
  if (!response.ok())
    throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
  return (await response.json()) as Body
}
