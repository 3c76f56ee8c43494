/** Organizations, their members and their audit log. */
import {
  acceptInvitation,
  createInvitation,
  createOrganization,
  createTicket,
  deleteInvitation,
  deleteOrganization,
  getInvitation,
  getMarketplaceRedirect,
  getOrganization,
  getProfile,
  getPartnerRedirect,
  getPermissions,
  leaveOrganization,
  listAudit,
  listOwnAudit,
  listInvitations,
  listMembers,
  listOrganizationProjects,
  listOrganizations,
  listRoles,
  probeDatabase,
  removeMember,
  setUp,
  signIn,
  updateMember,
  updateOrganization,
  type Client,
  type Member,
} from '@basedeck/platform-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProject, PASSWORD, SETUP_CODE, testApi, type TestApi } from './test-api.js'

let api: TestApi
let owner: Client
const SLUG = 'analytical'
const params = { slug: SLUG }

beforeAll(async () => {
  api = await testApi({ auditRetentionDays: 30 })
  owner = api.browser().client
  await owner.call(setUp, {
    body: {
      setup_code: SETUP_CODE,
      email: 'owner@example.com',
      password: PASSWORD,
      first_name: 'Olive Owner',
      organization_name: 'Analytical',
    },
  })
})
afterAll(() => api.remove())

const failure = async (call: Promise<unknown>) =>
  call.then(
    () => ({ code: 'none' }),
    (error: { code: string; status: number; body: unknown }) => error,
  )

/** Invites a new person and accepts for them. */
async function join(name: string, role_id: string): Promise<Client> {
  const email = `${name}@example.com`
  await owner.call(createInvitation, { params, body: { email, role_id } })
  const { client } = api.browser()
  await client.call(acceptInvitation, {
    params: { token: api.mailedToken() },
    body: { first_name: name, password: PASSWORD },
  })
  return client
}

const memberNamed = async (name: string): Promise<Member> => {
  const member = (await owner.call(listMembers, { params })).find(({ first_name }) => first_name === name)
  if (!member) throw new Error(`${name} is no member`)
  return member
}

describe('a name', () => {
  test.each([
    ['Ärger & Söhne', 'arger-sohne'],
    ['Straßen in Łódź', 'strassen-in-lodz'],
    ['🚀 Launch', 'launch'],
    ['  Padded  ', 'padded'],
    ['a'.repeat(100), 'a'.repeat(40)],
  ])('%s gives the slug %s', async (name, slug) => {
    const made = await owner.call(createOrganization, { body: { name } })
    expect(made).toMatchObject({
      slug,
      name: name.trim(),
      is_owner: true,
      plan: { id: 'free', name: 'Free' },
    })
  })

  test.each([['مؤسسة'], ['日本語'], ['🚀🚀']])(
    '%s, without usable letters, gets a random slug',
    async (name) => {
      const made = await owner.call(createOrganization, { body: { name } })
      expect(made.name).toBe(name)
      expect(made.slug).toMatch(/^[a-z]{20}$/)
    },
  )

  test('that is taken leads to another slug', async () => {
    const [first, second] = [
      await owner.call(createOrganization, { body: { name: 'Twice' } }),
      await owner.call(createOrganization, { body: { name: 'Twice' } }),
    ]
    expect(first.slug).toBe('twice')
    expect(second.slug).toMatch(/^twice-[a-z]{5}$/)
  })

  test('may have its address chosen, unless another organization has it', async () => {
    const made = await owner.call(createOrganization, { body: { name: 'Chosen', slug: 'by-hand' } })
    expect(made).toMatchObject({ name: 'Chosen', slug: 'by-hand' })
    const again = owner.call(createOrganization, { body: { name: 'Other', slug: 'by-hand' } })
    expect(await failure(again)).toMatchObject({ status: 409, code: 'slug_taken' })
    const wrong = owner.call(createOrganization, { body: { name: 'Other', slug: 'By Hand' } })
    expect(await failure(wrong)).toMatchObject({ status: 400 })
  })

  test.each([
    ['', /must not be empty/],
    ['   ', /must not be empty/],
    ['x'.repeat(1000), /longer than 100/],
    ['a\u202eb', /can’t be seen/],
    ['a\u0000b', /can’t be seen/],
    ['half \ud800', /half of a character/],
  ])('%j is refused with a sentence', async (name, sentence) => {
    const refused = owner.call(createOrganization, { body: { name } })
    expect(await failure(refused)).toMatchObject({ status: 400, message: expect.stringMatching(sentence) })
  })
})

describe('an organization', () => {
  test('is listed for its members only', async () => {
    const outsider = api.browser().client
    const slugs = (await owner.call(listOrganizations, {})).map(({ slug }) => slug)
    expect(slugs).toContain(SLUG)
    expect(await failure(outsider.call(listOrganizations, {}))).toMatchObject({ code: 'signed_out' })
  })

  test('renamed by two at once keeps the first name, and returns the stored row to the second', async () => {
    const { updated_at } = await owner.call(getOrganization, { params })
    const rename = (name: string) =>
      owner.call(updateOrganization, { params, body: { name, expected_updated_at: updated_at } })
    const outcomes = await Promise.all([failure(rename('One')), failure(rename('Two'))])
    expect(outcomes.map(({ code }) => code).sort()).toEqual(['none', 'stale'])
    const { name } = await owner.call(getOrganization, { params })
    const stale = outcomes.find(({ code }) => code === 'stale')
    expect(stale).toMatchObject({ status: 409, body: { stored: { name } } })
    await owner.call(updateOrganization, { params, body: { name: 'Analytical' } })
  })

  test.each([['not a time'], ['1'], ['2026-13-45T99:00:00Z']])(
    'an invalid time is refused without a server error: %s',
    async (expected_updated_at) => {
      const refused = owner.call(updateOrganization, { params, body: { name: 'X', expected_updated_at } })
      const { status } = (await failure(refused)) as { status: number }
      expect([400, 409]).toContain(status)
    },
  )

  test('is deleted when its name is typed, and not while it has projects', async () => {
    const { slug } = await owner.call(createOrganization, { body: { name: 'Short lived' } })
    await addProject(api.control, 'shortlived', { slug })
    const remove = (name: string) => owner.call(deleteOrganization, { params: { slug }, body: { name } })
    expect(await failure(remove('short lived'))).toMatchObject({ code: 'name_mismatch' })
    expect(await failure(remove('Short lived'))).toMatchObject({
      status: 409,
      code: 'organization_not_empty',
    })
    await api.control.write([{ sql: `delete from control.projects where ref = 'shortlived'` }])
    expect(await remove('Short lived')).toEqual({ slug })
    expect(await failure(owner.call(getOrganization, { params: { slug } }))).toMatchObject({ status: 404 })
  })

  test('can’t require a second factor if its owner has none', async () => {
    const turnOn = owner.call(updateOrganization, { params, body: { organization_requires_mfa: true } })
    expect(await failure(turnOn)).toMatchObject({ status: 403, code: 'mfa_required' })
  })
})

describe('members', () => {
  test('come by an invitation that works once', async () => {
    const made = await owner.call(createInvitation, {
      params,
      body: { email: 'dev@example.com', role_id: 'developer' },
    })
    expect(made).toMatchObject({ mailed: true, link: null })
    expect(api.mails.at(-1)).toMatchObject({ to: 'dev@example.com' })
    const token = api.mailedToken()
    const { client } = api.browser()
    expect(await client.call(getInvitation, { params: { token } })).toEqual({
      organization_name: 'Analytical',
      email: 'dev@example.com',
      role_name: 'Developer',
      is_expired: false,
      has_account: false,
    })
    const accept = (body: object) => client.call(acceptInvitation, { params: { token }, body })
    expect(await failure(accept({}))).toMatchObject({ status: 401 })
    expect(await failure(accept({ first_name: 'Dev', password: 'short' }))).toMatchObject({ status: 400 })
    expect(await accept({ first_name: 'Dev', password: PASSWORD })).toMatchObject({ slug: SLUG })
    expect(await client.call(getPermissions, {})).toContainEqual(
      expect.objectContaining({ organization_slug: SLUG, resources: expect.arrayContaining(['database']) }),
    )
    expect(await failure(accept({}))).toMatchObject({ status: 404, code: 'invitation_not_found' })
  })

  test('with an account accept with it, and with no other', async () => {
    await owner.call(createInvitation, {
      params: { slug: 'twice' },
      body: { email: 'DEV@example.com', role_id: 'read_only' },
    })
    const token = api.mailedToken()
    const accept = (client: Client, body: object) =>
      client.call(acceptInvitation, { params: { token }, body })
    const stranger = api.browser().client
    const again = accept(stranger, { first_name: 'Not Dev', password: PASSWORD })
    expect(await failure(again)).toMatchObject({ status: 409, code: 'account_exists' })
    expect(await failure(accept(owner, {}))).toMatchObject({ status: 403, code: 'other_email' })
    const dev = api.browser().client
    await dev.call(signIn, { body: { email: 'dev@example.com', password: PASSWORD } })
    expect(await accept(dev, {})).toMatchObject({ slug: 'twice' })
  })

  test('come late, or after it was taken back, to a closed door', async () => {
    const invite = async (email: string) => {
      const { id } = await owner.call(createInvitation, { params, body: { email, role_id: 'developer' } })
      return { id, token: api.mailedToken() }
    }
    const late = await invite('late@example.com')
    await api.control.write([
      {
        sql: `update control.invitations set expires_at = now() - interval '1 second' where id = $1`,
        parameters: [late.id],
      },
    ])
    const { client } = api.browser()
    const accept = (token: string) =>
      client.call(acceptInvitation, {
        params: { token },
        body: { first_name: 'Late', password: PASSWORD },
      })
    expect(await failure(accept(late.token))).toMatchObject({ status: 410 })
    expect(await owner.call(listInvitations, { params })).toMatchObject([{ is_expired: true }])
    const second = await invite('late@example.com')
    expect(await failure(accept(late.token))).toMatchObject({ status: 404 })
    await owner.call(deleteInvitation, { params: { ...params, id: second.id } })
    expect(await failure(accept(second.token))).toMatchObject({ status: 404 })
  })

  test('give away no more than they have', async () => {
    const administrator = await join('Admin', 'administrator')
    const roles = await administrator.call(listRoles, { params })
    expect(roles.filter(({ is_manageable }) => !is_manageable).map(({ id }) => id)).toEqual(['owner'])
    const promote = (client: Client, profile_id: string, role_id: string) =>
      client.call(updateMember, { params: { ...params, profile_id }, body: { role_id } })
    const [admin, boss, dev] = [
      await memberNamed('Admin'),
      await memberNamed('Olive Owner'),
      await memberNamed('Dev'),
    ]
    expect(await failure(promote(administrator, admin.profile_id, 'owner'))).toMatchObject({ status: 403 })
    expect(await failure(promote(administrator, boss.profile_id, 'developer'))).toMatchObject({ status: 403 })
    const invite = (role_id: string) =>
      administrator.call(createInvitation, { params, body: { email: 'friend@example.com', role_id } })
    expect(await failure(invite('owner'))).toMatchObject({ status: 403 })
    expect(await failure(invite('emperor'))).toMatchObject({ status: 400 })
    const fire = administrator.call(removeMember, { params: { ...params, profile_id: boss.profile_id } })
    expect(await failure(fire)).toMatchObject({ status: 403 })
    expect(await promote(administrator, dev.profile_id, 'read_only')).toMatchObject({ role_id: 'read_only' })
    await promote(administrator, dev.profile_id, 'developer')
  })

  test('can’t lower or replace an invitation that they could not take back', async () => {
    const administrator = await join('Deputy', 'administrator')
    const email = 'coming@example.com'
    const invite = (client: Client, role_id: string) =>
      client.call(createInvitation, { params, body: { email, role_id } })
    await invite(owner, 'owner')
    const token = api.mailedToken()
    const mails = api.mails.length
    expect(await failure(invite(administrator, 'read_only'))).toMatchObject({ status: 403 })
    expect(api.mails).toHaveLength(mails)
    expect(await owner.call(listInvitations, { params })).toMatchObject([{ email, role_id: 'owner' }])
    await invite(owner, 'developer')
    await invite(administrator, 'read_only')
    expect(await owner.call(listInvitations, { params })).toMatchObject([{ email, role_id: 'read_only' }])
    expect(await failure(owner.call(getInvitation, { params: { token } }))).toMatchObject({ status: 404 })
    const [left] = await owner.call(listInvitations, { params })
    await owner.call(deleteInvitation, { params: { ...params, id: left?.id ?? '' } })
  })

  test('can’t be offered any more after losing the right to', async () => {
    const lowered = await join('Lowered', 'administrator')
    const removed = await join('Removed', 'administrator')
    const invite = async (client: Client, email: string) => {
      await client.call(createInvitation, { params, body: { email, role_id: 'administrator' } })
      return api.mailedToken()
    }
    const offers = [
      await invite(lowered, 'by-lowered@example.com'),
      await invite(removed, 'by-removed@example.com'),
    ]
    const { profile_id } = await memberNamed('Lowered')
    await owner.call(updateMember, { params: { ...params, profile_id }, body: { role_id: 'developer' } })
    await owner.call(removeMember, {
      params: { ...params, profile_id: (await memberNamed('Removed')).profile_id },
    })
    for (const token of offers) {
      const { client } = api.browser()
      const accept = client.call(acceptInvitation, {
        params: { token },
        body: { first_name: 'Late', password: PASSWORD },
      })
      expect(await failure(accept)).toMatchObject({ status: 404, code: 'invitation_not_found' })
    }
    expect(await owner.call(listInvitations, { params })).toEqual([])
  })

  test('never leave an organization without an owner, not even two at once', async () => {
    expect(await failure(owner.call(leaveOrganization, { params }))).toMatchObject({
      status: 409,
      code: 'last_owner',
    })
    const boss = await memberNamed('Olive Owner')
    const demote = (client: Client, { profile_id }: Member) =>
      client.call(updateMember, { params: { ...params, profile_id }, body: { role_id: 'developer' } })
    expect(await failure(demote(owner, boss))).toMatchObject({ code: 'last_owner' })
    const second = await join('Second', 'owner')
    const outcomes = await Promise.all([
      failure(demote(owner, boss)),
      failure(demote(second, await memberNamed('Second'))),
    ])
    expect(outcomes.filter(({ code }) => code === 'none')).toHaveLength(1)
    const owners = (await second.call(listMembers, { params })).filter(({ role_id }) => role_id === 'owner')
    expect(owners).toHaveLength(1)
    // The remaining owner restores the role.
    const left = owners[0]?.is_you ? second : owner
    await left.call(updateMember, {
      params: { ...params, profile_id: boss.profile_id },
      body: { role_id: 'owner' },
    })
    await second.call(leaveOrganization, { params })
    expect(await failure(second.call(getOrganization, { params }))).toMatchObject({ status: 404 })
  })

  test('see the roles as the platform names them', async () => {
    const roles = await owner.call(listRoles, { params })
    expect(roles.map(({ name }) => name)).toEqual(['Owner', 'Administrator', 'Developer', 'Read-only'])
  })
})

describe('the audit log', () => {
  test('has a line for every change, with who, what and from which request', async () => {
    const { entries, retention_days } = await owner.call(listAudit, { params })
    expect(retention_days).toBe(30)
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'organization.update',
        'member.invite',
        'member.join',
        'member.role_change',
        'member.leave',
      ]),
    )
    const change = entries.find(({ action }) => action === 'organization.update')
    expect(change).toMatchObject({
      actor: { name: 'Olive Owner', email: 'owner@example.com' },
      request_id: expect.stringMatching(/^[\w-]{36}$/),
    })
  })

  test('names the server that was tried, without its password', async () => {
    await owner.call(probeDatabase, {
      body: { organization_slug: SLUG, database_url: 'postgres://me:secret-word@127.0.0.1:9/db' },
    })
    const { entries } = await owner.call(listAudit, { params, query: { limit: 1 } })
    expect(entries).toMatchObject([{ action: 'database.probe', target: '127.0.0.1:9' }])
    expect(JSON.stringify(entries)).not.toContain('secret-word')
  })

  test('is read page by page and searched', async () => {
    const first = await owner.call(listAudit, { params, query: { limit: 2 } })
    expect(first.entries).toHaveLength(2)
    const second = await owner.call(listAudit, { params, query: { limit: 2, cursor: first.cursor ?? '' } })
    expect(second.entries[0]?.id).toBeLessThan(first.entries[1]?.id ?? 0)
    const found = await owner.call(listAudit, { params, query: { search: 'LATE@' } })
    expect(found.entries.length).toBeGreaterThan(0)
    for (const { target } of found.entries) expect(target).toBe('late@example.com')
    const odd = await owner.call(listAudit, { params, query: { search: '%_\\' } })
    expect(odd.entries).toEqual([])
  })

  test('is narrowed by person, action, project, token and day, and says what it can be narrowed to', async () => {
    const page = await owner.call(listAudit, { params, query: { limit: 1, with_choices: 'true' } })
    const { choices } = page
    expect(choices?.actions).toContain('member.invite')
    const [entry] = page.entries
    const actor = entry?.actor?.id ?? ''
    expect(choices?.actors.map(({ id }) => id)).toContain(actor)
    const told = async (query: object) => (await owner.call(listAudit, { params, query })).entries
    const invited = await told({ action: 'member.invite' })
    expect(new Set(invited.map(({ action }) => action))).toEqual(new Set(['member.invite']))
    expect((await told({ actor })).every((line) => line.actor?.id === actor)).toBe(true)
    expect(await told({ actor: 'platform', action: 'member.invite' })).toEqual([])
    expect(await told({ token: 'no-such-token' })).toEqual([])
    expect(await told({ project_ref: 'no-such-project' })).toEqual([])
    const day = entry?.occurred_at.slice(0, 10) ?? ''
    expect((await told({ day })).map(({ id }) => id)).toContain(entry?.id)
    expect(await told({ day: '2000-01-01' })).toEqual([])
  })

  test('of an account contains its own actions only', async () => {
    const { id } = await owner.call(getProfile, {})
    const { entries: all } = await owner.call(listAudit, { params, query: { search: 'member.leave' } })
    expect(all.some(({ actor }) => actor?.id !== id)).toBe(true)
    const { entries, retention_days } = await owner.call(listOwnAudit, {})
    expect(retention_days).toBe(30)
    expect(entries.map(({ action }) => action)).toContain('organization.update')
    for (const { actor } of entries) expect(actor?.id).toBe(id)
  })
})

describe('projects of an organization', () => {
  test('come sorted, searched, filtered and page by page', async () => {
    const { slug } = await owner.call(createOrganization, { body: { name: 'Full' } })
    for (const name of ['beta', 'Alpha', 'gamma', '100%'])
      await addProject(api.control, `full${name.length}${name.charCodeAt(0)}`, { slug, name })
    const list = async (query: object) => {
      const page = await owner.call(listOrganizationProjects, { params: { slug }, query })
      return [page.projects.map(({ name }) => name), page.pagination]
    }
    expect(await list({})).toEqual([['100%', 'Alpha', 'beta', 'gamma'], { count: 4, limit: 96, offset: 0 }])
    expect(await list({ sort: 'name_desc', limit: 2, offset: 1 })).toEqual([
      ['beta', 'Alpha'],
      { count: 4, limit: 2, offset: 1 },
    ])
    expect(await list({ search: 'ALPH' })).toEqual([['Alpha'], { count: 1, limit: 96, offset: 0 }])
    expect(await list({ search: '%' })).toEqual([['100%'], { count: 1, limit: 96, offset: 0 }])
    expect(await list({ statuses: ['INACTIVE'] })).toEqual([[], { count: 0, limit: 96, offset: 0 }])
    expect((await list({ statuses: ['COMING_UP', 'INACTIVE'], sort: 'created_desc' }))[0]).toHaveLength(4)
    for (const sort of ['status_asc', 'status_desc', 'region_asc', 'region_desc'])
      expect((await list({ sort }))[0]).toHaveLength(4)
    for (const query of [{ limit: 0 }, { limit: 1000 }, { offset: -1 }, { sort: 'price' }]) {
      expect(await failure(list(query))).toMatchObject({ status: 400, code: 'invalid_query' })
    }
  })
})

describe('a support ticket', () => {
  const body = {
    category: 'dashboard_bug',
    subject: 'It broke',
    message: 'Here is how <script>alert(1)</script>',
  } as const

  test('is stored, and the answer says so', async () => {
    const ticket = await owner.call(createTicket, { body: { ...body, organization_slug: SLUG } })
    expect(ticket).toMatchObject({
      subject: 'It broke',
      destination: expect.stringContaining('stored on this platform'),
    })
    const [row] = await api.control.select<{ message: string }>('select message from control.tickets')
    expect(row?.message).toBe(body.message)
  })

  test('about a foreign project reveals nothing', async () => {
    const dev = api.browser().client
    await dev.call(signIn, { body: { email: 'dev@example.com', password: PASSWORD } })
    const send = (more: object) => failure(dev.call(createTicket, { body: { ...body, ...more } }))
    expect(await send({ project_ref: 'heavy' })).toMatchObject({ status: 404, code: 'project_not_found' })
    expect(await send({ project_ref: 'nowhere' })).toMatchObject({ status: 404, code: 'project_not_found' })
    expect(await send({ organization_slug: 'heavy' })).toMatchObject({ status: 404 })
    expect(await send({ message: ' ' })).toMatchObject({ status: 400 })
    expect(await send({ message: 'a\0b' })).toMatchObject({ status: 400, code: 'unstorable_text' })
  })
})

test('every change has its entry in the audit log', () => {
  expect(api.unaudited).toEqual([])
})

test('a partner’s organization leads to the partner, and only its members there', async () => {
  const { slug, id } = await owner.call(createOrganization, { body: { name: 'Partnered' } })
  const become = (kind: string) =>
    api.control.write([
      {
        sql: `update control.organizations set managed_by = $2, partner_id = 'icfg_1',
          partner_url = 'https://partner.example/dash' where id = $1`,
        parameters: [id, kind],
      },
    ])
  const installation = { params: { installation_id: 'icfg_1' } }
  expect(await failure(owner.call(getPartnerRedirect, installation))).toMatchObject({ code: 'no_partner' })
  await become('vercel-marketplace')
  expect(await owner.call(getPartnerRedirect, installation)).toEqual({ url: 'https://partner.example/dash' })
  const other = api.browser().client
  await other.call(signIn, { body: { email: 'dev@example.com', password: PASSWORD } })
  expect(await failure(other.call(getPartnerRedirect, installation))).toMatchObject({ status: 404 })
  expect(await failure(owner.call(getMarketplaceRedirect, { params: { slug } }))).toMatchObject({
    status: 404,
  })
  await become('cloud-marketplace')
  expect(await owner.call(getMarketplaceRedirect, { params: { slug } })).toEqual({
    url: 'https://partner.example/dash',
  })
})
