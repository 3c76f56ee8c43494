/** The menus of an organization and of a project, as a member of each role sees them. */
import { createDeck, type Deck, type Remote } from '@basedeck/core'
import {
  acceptInvitation,
  createAccessToken,
  createClient,
  createInvitation,
  listRoles,
  type Permission,
} from '@basedeck/platform-client'
import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { createCookieFetch } from '../cookie-fetch.js'
import { createNodeHost } from '@basedeck/core/node'
import { waitFor } from '../wait-for.js'

export interface MenusTarget {
  baseUrl: string
  slug: string
  ref: string
}

/** @param deck of an owner, who invites one member for each role */
export async function menusFlow(deck: Deck, target: MenusTarget, say: (text: string) => void): Promise<void> {
  const params = { slug: target.slug }
  for (const role of await deck.client.call(listRoles, { params })) {
    const email = `smoke-${randomUUID()}@example.com`
    const { link } = await deck.client.call(createInvitation, { params, body: { email, role_id: role.id } })
    assert.ok(link, 'this platform sends no mail')
    const accessToken = await join(target.baseUrl, link)
    const own = createDeck(createNodeHost({ start: `/org/${target.slug}` }), {
      baseUrl: target.baseUrl,
      accessToken,
    })
    try {
      say(
        `${role.name}: ${await menuAt(own, `/org/${target.slug}`, 'organizationBilling', role.id === 'owner')}`,
      )
      say(`${role.name}: ${await menuAt(own, `/project/${target.ref}`, 'database', true)}`)
    } finally {
      own.dispose()
    }
  }
}

/** Accepts an invitation with a new account, and gives a token of it. */
async function join(baseUrl: string, link: string): Promise<string> {
  const client = createClient({ baseUrl, fetch: createCookieFetch() as never })
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  const body = { first_name: 'Smoke', password: randomUUID() }
  await client.call(acceptInvitation, { params: { token }, body })
  return (await client.call(createAccessToken, { body: { name: 'smoke' } })).token
}

/** The labels of the sidebar there; the page of this name must be among them, or must not. */
async function menuAt(deck: Deck, href: string, key: string, isThere: boolean): Promise<string> {
  const { $sidebar } = deck.shell
  const stop = $sidebar.subscribe(() => undefined)
  try {
    deck.router.open(href)
    const isKnown = (
      permissions: Remote<Permission[]>,
    ): permissions is Remote<Permission[]> & { status: 'ready' } => permissions.status === 'ready'
    await waitFor(deck.account.$permissions, 'the permissions', isKnown)
    const items = ($sidebar.get() ?? []).flatMap((section) => section.items)
    const found = items.some((item) => item.key === key)
    assert.equal(found, isThere, `${key} in the menu of ${href}`)
    return items.map((item) => item.label).join(' · ')
  } finally {
    stop()
  }
}
