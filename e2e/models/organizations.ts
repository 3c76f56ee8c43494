/** Organizations and projects of a hosted platform, made by its own calls, for journeys that begin later. */
import type { APIRequestContext, Page } from '@playwright/test'
import { answer, asOwner, OWNER, signInAs } from './people.js'
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
  for (;;) {
    const { status, status_reason } = await answer<{ status: string; status_reason?: string }>(
      calls.get(`/platform/projects/${ref}`),
    )
    if (status === wanted) return
    if (status === 'INIT_FAILED') throw new Error(status_reason)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Opens a page as the first account. */
export async function openAsOwner(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await signInAs(page, OWNER)
  await page.waitForURL((url) => url.pathname === new URL(path, url).pathname)
}
