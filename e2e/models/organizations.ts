/** Organizations and projects of a hosted platform, created through its API, for journeys that start with them. */
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { answer, asOwner, enterAs } from './people.js'
import type { Platform } from './platform.js'

export interface TestOrganization {
  slug: string
  name: string
  /** Calls of its owner. */
  calls: APIRequestContext
}

/** An organization of the first account. */
export async function newOrganization(platform: Platform, name: string): Promise<TestOrganization> {
  const calls = await asOwner(platform)
  const { slug } = await answer<{ slug: string }>(calls.post('/platform/organizations', { data: { name } }))
  return { slug, name, calls }
}

/** A project whose database is open. */
export async function newProject(
  { calls, slug }: TestOrganization,
  name: string,
  more: Record<string, string> = {},
): Promise<string> {
  const { ref } = await answer<{ ref: string }>(
    calls.post('/platform/projects', { data: { name, organization_slug: slug, ...more } }),
  )
  await untilStatus(calls, ref, 'ACTIVE_HEALTHY')
  return ref
}

export async function untilStatus(calls: APIRequestContext, ref: string, wanted: string): Promise<void> {
  const status = async () => (await answer<{ status: string }>(calls.get(`/platform/projects/${ref}`))).status
  await expect.poll(status, { timeout: 60_000, intervals: [100] }).toBe(wanted)
}

/** Opens a page as the first account, whose session the browser has already. */
export async function openAsOwner(page: Page, platform: Platform, path: string): Promise<void> {
  await enterAs(page, await asOwner(platform))
  await page.goto(path)
}
