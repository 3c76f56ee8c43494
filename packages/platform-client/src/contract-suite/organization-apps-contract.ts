/** What a platform promises of those who hold tokens and keys of an organization. */
import { expect, test } from 'vitest'
import type { Client } from '../client.js'
import {
  createAccessToken,
  createTemporaryKey,
  deleteAccessToken,
  listAccessTokens,
  listOrganizationApps,
  listOrganizations,
  revokeOrganizationToken,
} from '../contract/index.js'
import { refusal } from './refusal.js'

/**
 * Registers the test of tokens, inside those of accounts: the caller is the owner of the first organization.
 * @param call calls the platform, in each test
 */
export function promiseHeldTokens(call: Client['call']): void {
  test('tokens that work in an organization are told with their holder, and taken back', async () => {
    const slug = (await call(listOrganizations, {}))[0]?.slug ?? ''
    const make = (name: string, body: object) => call(createAccessToken, { body: { name, ...body } })
    const narrow = await make('Narrow', { access: 'read', organization_slug: slug })
    const wide = await make('Wide', { access: 'write' })
    const apps = await call(listOrganizationApps, { params: { slug } })
    const tokenOf = (id: string) => apps.tokens.find((token) => token.id === id)
    expect(tokenOf(narrow.id)).toMatchObject({ reach: 'organization', access: 'read', last_used_at: null })
    expect(tokenOf(wide.id)).toMatchObject({ reach: 'everywhere', access: 'write', project_ref: null })
    expect(JSON.stringify(apps)).not.toContain(narrow.token)

    const revoke = (id: string) => call(revokeOrganizationToken, { params: { slug, id } })
    expect(await revoke(narrow.id)).toEqual({ id: narrow.id, ended: 'everywhere' })
    expect(await revoke(wide.id)).toEqual({ id: wide.id, ended: 'here' })
    const left = (await call(listOrganizationApps, { params: { slug } })).tokens.map(({ id }) => id)
    expect(left.filter((id) => id === narrow.id || id === wide.id)).toEqual([])
    expect(await refusal(revoke(wide.id))).toEqual([404, 'not_found'])
    const own = (await call(listAccessTokens, {})).map(({ id }) => id)
    expect([own.includes(narrow.id), own.includes(wide.id)]).toEqual([false, true])
    await call(deleteAccessToken, { params: { id: wide.id } })
  })
}

/**
 * Registers the test of keys, inside those of a hosted platform.
 * @param connect gives the client, in each test
 * @param newProject makes an organization with a project, and gives both
 */
export function promiseHeldKeys(
  connect: () => Client,
  newProject: () => Promise<{ slug: string; ref: string }>,
): void {
  test('keys of the projects of an organization are told, temporary ones by who made them', async () => {
    const client = connect()
    const { slug, ref } = await newProject()
    await client.call(createTemporaryKey, { params: { ref } })
    const { keys, temporary_keys } = await client.call(listOrganizationApps, { params: { slug } })
    expect(keys.every((key) => key.project_ref === ref)).toBe(true)
    expect(keys.map(({ type }) => type)).toContain('publishable')
    expect(temporary_keys).toMatchObject([{ project_ref: ref, count: 1 }])
  })
}
