/** What every hosted platform promises: organizations, members, projects. One suite for the fake and the real server. */
import { describe, expect, test } from 'vitest'
import { getMachine } from '../contract/machine.js'
import type { Client } from '../client.js'
import {
  changeSubscription,
  copyBackup,
  createApiKey,
  createBackup,
  createInvitation,
  createOrganization,
  createProject,
  createTemporaryKey,
  createTicket,
  deleteApiKey,
  deleteInvitation,
  deleteOrganization,
  deleteProject,
  getAddons,
  getDailyUsage,
  getMarketplaceRedirect,
  getOrganization,
  getPartnerRedirect,
  getPermissions,
  getProfile,
  getProject,
  getProjectSettings,
  getSubscription,
  getTemporaryKey,
  getUsage,
  leaveOrganization,
  listApiKeys,
  listAudit,
  listBackups,
  listInvitations,
  listMembers,
  listOrganizationProjects,
  listOrganizations,
  listOwnAudit,
  listPlans,
  listRoles,
  pauseProject,
  getPrepareSql,
  probeDatabase,
  removeAddon,
  resumeProject,
  rotateApiKey,
  setAddon,
  transferProject,
  updateOrganization,
  updateProject,
  type Organization,
  type PlanId,
  type Project,
} from '../contract/index.js'
import { updatePgbouncerConfig } from '../contract/poolers.js'
import { failureOf, refusal } from './refusal.js'
import { promiseDocuments } from './documents-contract.js'
import { promiseHeldKeys } from './organization-apps-contract.js'
import { promiseSigningKeys } from './signing-keys-contract.js'

/** A hosted platform, and a client that may create organizations. */
export interface HostedSubject {
  /** Signed in as a person who may create organizations. */
  client: Client
  /** What the platform does with a project by itself is done. */
  settle(ref: string): Promise<void>
}

/**
 * Registers the tests of organizations, members and projects.
 * @param connect gives the platform; it is called in each test
 */
export function describeHostedContract(name: string, connect: () => HostedSubject): void {
  describe(`${name} keeps the hosted contract`, () => {
    let made = 0
    const organization = (): Promise<Organization> =>
      connect().client.call(createOrganization, { body: { name: `Contract ${++made}` } })

    async function project(slug: string, projectName: string): Promise<Project> {
      const { client, settle } = connect()
      const created = await client.call(createProject, {
        body: { name: projectName, organization_slug: slug },
      })
      expect(created).toMatchObject({ name: projectName, status: 'COMING_UP', organization_slug: slug })
      await settle(created.ref)
      return client.call(getProject, { params: { ref: created.ref } })
    }

    test('a caller has a profile and owns what they create', async () => {
      const { client } = connect()
      const { slug } = await organization()
      expect(await client.call(getProfile, {})).toMatchObject({ can_create_organizations: true })
      const permissions = await client.call(getPermissions, {})
      expect(permissions.find((one) => one.organization_slug === slug)).toMatchObject({
        actions: ['%'],
        resources: ['%'],
      })
      expect((await client.call(listOrganizations, {})).find((one) => one.slug === slug)).toMatchObject({
        is_owner: true,
      })
      const [member] = await client.call(listMembers, { params: { slug } })
      expect(member).toMatchObject({ is_you: true, role_id: 'owner' })
    })

    test('what does not exist is not found', async () => {
      const { client } = connect()
      expect(await failureOf(client.call(getOrganization, { params: { slug: 'nobody' } }))).toMatchObject({
        status: 404,
        code: 'organization_not_found',
      })
      const call = client.call(createProject, { body: { name: 'x', organization_slug: 'nobody' } })
      expect(await failureOf(call)).toMatchObject({ status: 404, code: 'organization_not_found' })
    })

    test('a stale change is refused with the stored row', async () => {
      const { client } = connect()
      const { slug, updated_at } = await organization()
      const rename = (to: string, expected_updated_at: string) =>
        client.call(updateOrganization, { params: { slug }, body: { name: to, expected_updated_at } })
      const renamed = await rename('First', updated_at)
      expect(renamed.name).toBe('First')
      expect(await failureOf(rename('Second', updated_at))).toMatchObject({
        status: 409,
        code: 'stale',
        body: { stored: { name: 'First', updated_at: renamed.updated_at } },
      })
    })

    test('a project comes up, is renamed, paused, resumed, transferred and deleted', async () => {
      const { client, settle } = connect()
      const [{ slug }, target] = [await organization(), await organization()]
      const { ref, status, updated_at } = await project(slug, 'Orders')
      const params = { ref }
      expect(status).toBe('ACTIVE_HEALTHY')

      await client.call(updateProject, {
        params,
        body: { name: 'Invoices', expected_updated_at: updated_at },
      })
      const late = client.call(updateProject, {
        params,
        body: { name: 'Bills', expected_updated_at: updated_at },
      })
      expect(await failureOf(late)).toMatchObject({ code: 'stale', body: { stored: { name: 'Invoices' } } })

      // A database that was made here has its logins already.
      expect(await failureOf(client.call(getPrepareSql, { params }))).toMatchObject({
        status: 501,
        code: 'unsupported',
      })
      expect(await client.call(pauseProject, { params })).toMatchObject({ status: 'PAUSING' })
      await settle(ref)
      expect(await client.call(getProject, { params })).toMatchObject({ status: 'INACTIVE' })
      expect(await failureOf(client.call(pauseProject, { params }))).toMatchObject({
        status: 409,
        code: 'project_busy',
      })
      expect(await client.call(resumeProject, { params })).toMatchObject({ status: 'RESTORING' })
      await settle(ref)

      await client.call(transferProject, { params, body: { organization_slug: target.slug } })
      expect(await client.call(getProject, { params })).toMatchObject({ organization_slug: target.slug })

      const remove = (typed: string) => client.call(deleteProject, { params, body: { name: typed } })
      expect(await failureOf(remove('invoices'))).toMatchObject({ status: 400, code: 'name_mismatch' })
      const full = client.call(deleteOrganization, {
        params: { slug: target.slug },
        body: { name: target.name },
      })
      expect(await failureOf(full)).toMatchObject({ status: 409, code: 'organization_not_empty' })
      await remove('Invoices')
      await settle(ref)
      expect(await failureOf(client.call(getProject, { params }))).toMatchObject({
        code: 'project_not_found',
      })
      await client.call(deleteOrganization, { params: { slug: target.slug }, body: { name: target.name } })
    })

    test('projects are listed page by page', async () => {
      const { client } = connect()
      const { slug } = await organization()
      for (const one of ['beta', 'Alpha']) await project(slug, one)
      const list = async (query: object) => {
        const page = await client.call(listOrganizationProjects, { params: { slug }, query })
        return [page.projects.map((found) => found.name), page.pagination]
      }
      expect(await list({})).toEqual([['Alpha', 'beta'], { count: 2, limit: 96, offset: 0 }])
      expect(await list({ sort: 'name_desc', limit: 1 })).toEqual([
        ['beta'],
        { count: 2, limit: 1, offset: 0 },
      ])
      expect(await list({ search: 'ALPH' })).toEqual([['Alpha'], { count: 1, limit: 96, offset: 0 }])
      expect(await list({ statuses: ['INACTIVE'] })).toEqual([[], { count: 0, limit: 96, offset: 0 }])
    })

    promiseDocuments(
      () => connect().client,
      async () => (await organization()).slug,
    )
    promiseHeldKeys(
      () => connect().client,
      async () => {
        const { slug } = await organization()
        return { slug, ref: (await project(slug, 'Apps')).ref }
      },
    )
    promiseSigningKeys(
      () => connect().client,
      async () => (await project((await organization()).slug, 'Signing')).ref,
    )

    test('a project has its keys, and more can be made', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const { ref } = await project(slug, 'Keys')
      const params = { ref }
      const keys = await client.call(listApiKeys, { params })
      expect(keys.map(({ type, name: keyName }) => `${type} ${keyName}`)).toEqual(
        expect.arrayContaining(['publishable default', 'legacy anon', 'legacy service_role']),
      )
      const shown = Object.fromEntries(keys.map((key) => [`${key.type} ${key.name}`, key.api_key !== null]))
      expect(shown).toMatchObject({
        'publishable default': true,
        'legacy anon': true,
        'legacy service_role': false,
      })
      const revealed = await client.call(listApiKeys, { params, query: { reveal: true } })
      expect(revealed.every(({ type, api_key }) => (api_key === null) === (type === 'secret'))).toBe(true)
      const key = await client.call(createApiKey, { params, body: { name: 'ci', type: 'secret' } })
      expect(key.api_key).toMatch(new RegExp(`^${key.prefix}`))
      expect(key).toMatchObject({ last_used_at: null, ends_at: null })
      const again = await client.call(rotateApiKey, {
        params: { ref, id: key.id },
        body: { grace_seconds: 3600 },
      })
      expect(again).toMatchObject({ name: 'ci', type: 'secret', ends_at: null })
      expect(again.api_key).not.toBe(key.api_key)
      const both = (await client.call(listApiKeys, { params, query: { reveal: true } })).filter(
        (one) => one.name === 'ci',
      )
      expect(both.map(({ id, api_key, ends_at }) => [id, api_key, ends_at !== null])).toEqual([
        [key.id, null, true],
        [again.id, null, false],
      ])
      const twice = client.call(rotateApiKey, { params: { ref, id: key.id }, body: {} })
      expect(await failureOf(twice)).toMatchObject({ status: 404 })
      await client.call(deleteApiKey, { params: { ref, id: key.id } })
      const anon = keys.find(({ name: keyName }) => keyName === 'anon')
      const legacy = client.call(deleteApiKey, { params: { ref, id: anon?.id ?? '' } })
      expect(await failureOf(legacy)).toMatchObject({ status: 404 })
      expect((await client.call(getTemporaryKey, { params })).api_key).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      const made = await client.call(createTemporaryKey, { params, query: { authorization_exp: 60 } })
      expect(made.api_key).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      expect(await client.call(getProjectSettings, { params })).toMatchObject({
        ref,
        app_config: { endpoint: expect.stringContaining(ref) },
      })
    })

    test('people are invited; the last owner stays', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const params = { slug }
      expect((await client.call(listRoles, { params })).map((role) => role.name)).toEqual([
        'Owner',
        'Administrator',
        'Developer',
        'Read-only',
      ])
      const email = `guest${made}@example.com`
      await client.call(createInvitation, { params, body: { email, role_id: 'developer' } })
      expect(await client.call(listInvitations, { params })).toMatchObject([{ email, is_expired: false }])
      const [invited] = await client.call(listInvitations, { params })
      const one = { params: { slug, id: invited?.id ?? '' } }
      expect(await client.call(deleteInvitation, one)).toEqual({ id: invited?.id })
      expect(await client.call(listInvitations, { params })).toEqual([])
      expect(await refusal(client.call(deleteInvitation, one))).toEqual([404, 'invitation_not_found'])
      expect(await failureOf(client.call(leaveOrganization, { params }))).toMatchObject({
        status: 409,
        code: 'last_owner',
      })
    })

    test('a backup is restored into a new project of the organization', async () => {
      const { client, settle } = connect()
      const { slug } = await organization()
      const { ref } = await project(slug, 'Original')
      const params = { ref }
      const { id } = await client.call(createBackup, { params })
      const stateOf = async () =>
        (await client.call(listBackups, { params })).backups.find((backup) => backup.id === id)?.status
      await expect.poll(stateOf, { timeout: 60_000 }).toBe('completed')
      const copy = await client.call(copyBackup, { params, body: { name: 'Copy', id } })
      await settle(copy.ref)
      expect(await client.call(getProject, { params: { ref: copy.ref } })).toMatchObject({
        name: 'Copy',
        organization_slug: slug,
        status: 'ACTIVE_HEALTHY',
      })
      const wrong = client.call(copyBackup, {
        params,
        body: { name: 'x', id: '00000000-0000-4000-8000-000000000000' },
      })
      expect(await failureOf(wrong)).toMatchObject({ status: 404, code: 'backup_not_found' })
    }, 120_000)

    test('a project without a pooler of its own refuses its settings, and a wrong one is named', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const { ref } = await client.call(createProject, { body: { name: 'Pooled', organization_slug: slug } })
      const change = (body: { default_pool_size: number }) =>
        refusal(client.call(updatePgbouncerConfig, { params: { ref }, body }))
      expect(await change({ default_pool_size: 0 })).toEqual([400, 'invalid_body'])
      expect(await change({ default_pool_size: 5 })).toEqual([501, 'unsupported'])
    })

    test('changes are in the audit log, newest first', async () => {
      const { client } = connect()
      const { slug } = await organization()
      await client.call(updateOrganization, { params: { slug }, body: { name: 'Written down' } })
      const { entries } = await client.call(listAudit, { params: { slug } })
      expect(entries.map(({ action }) => action)).toEqual(['organization.update', 'organization.create'])
      const { entries: found } = await client.call(listAudit, {
        params: { slug },
        query: { search: 'CREATE' },
      })
      expect(found.map(({ action }) => action)).toEqual(['organization.create'])
    })

    test('what one did oneself is listed across organizations, page by page', async () => {
      const { client } = connect()
      const { id } = await client.call(getProfile, {})
      const [one, other] = [await organization(), await organization()]
      const first = await client.call(listOwnAudit, { query: { limit: 1 } })
      expect(first.entries).toMatchObject([
        { action: 'organization.create', target: other.name, actor: { id } },
      ])
      const { entries } = await client.call(listOwnAudit, { query: { limit: 1, cursor: first.cursor ?? '' } })
      expect(entries).toMatchObject([{ action: 'organization.create', target: one.name }])
      expect((await client.call(listOwnAudit, { query: { search: one.name } })).entries).toHaveLength(1)
    })

    test('a plan is shown with the available changes', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const params = { slug }
      expect(await client.call(getSubscription, { params })).toMatchObject({ plan: { id: 'free' } })
      const { plans } = await client.call(listPlans, { params })
      expect(plans.map(({ id, change_type }) => [id, change_type])).toEqual([
        ['free', 'none'],
        ['pro', 'upgrade'],
        ['team', 'upgrade'],
        ['enterprise', 'upgrade'],
      ])
      expect(await client.call(getUsage, { params })).toMatchObject({ usage_billing_enabled: false })
    })

    test('a higher plan begins at once, a lower one when the period ends, and can be taken back', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const change = (plan: PlanId, expected_plan: PlanId) =>
        client.call(changeSubscription, { params: { slug }, body: { plan, expected_plan } })
      expect(await change('team', 'free')).toMatchObject({ plan: { id: 'team', name: 'Team' } })
      const lowered = await change('pro', 'team')
      expect(lowered).toMatchObject({ plan: { id: 'team' }, scheduled_plan_change: { plan: 'pro' } })
      const begins = Date.parse(lowered.scheduled_plan_change?.at ?? '')
      expect(Math.abs(begins - lowered.current_period_end * 1000)).toBeLessThan(60_000)
      expect((await change('team', 'team')).scheduled_plan_change).toBeUndefined()
      // Another member was faster.
      expect(await refusal(change('enterprise', 'free'))).toEqual([409, 'stale'])
      const { days } = await client.call(getDailyUsage, { params: { slug } })
      expect(days).toEqual([])
    })

    test('a project of a paid plan takes add-ons, another size of them, and gives them back', async () => {
      const { client, settle } = connect()
      const { slug } = await organization()
      const { ref } = await project(slug, 'With add-ons')
      const params = { ref }
      const add = (type: string, variant: string) =>
        client.call(setAddon, { params, body: { type, variant } })
      const chosen = async () => {
        const { selected_addons } = await client.call(getAddons, { params })
        return selected_addons.map(({ type, variant }) => [type, variant.identifier])
      }
      expect(await refusal(add('ipv4', 'ipv4_default'))).toEqual([409, 'addons_need_paid_plan'])
      await client.call(changeSubscription, {
        params: { slug },
        body: { plan: 'pro', expected_plan: 'free' },
      })
      await add('ipv4', 'ipv4_default')
      const { available_addons, compute } = await add('compute_instance', 'ci_micro')
      const sizes = available_addons.find(({ type }) => type === 'compute_instance')?.variants ?? []
      for (const { meta } of sizes) expect(meta?.['memory_gb']).toBeGreaterThan(0)
      expect(compute.largest_memory_gb).toBeGreaterThan(0)
      if (compute.effect === 'memory') {
        // Another size restarts the database; while it does, no other one is taken.
        const { status } = await client.call(getProject, { params })
        expect(['RESTORING', 'ACTIVE_HEALTHY']).toContain(status)
        await settle(ref)
      }
      await add('compute_instance', 'ci_small')
      await settle(ref)
      expect((await chosen()).sort()).toEqual([
        ['compute_instance', 'ci_small'],
        ['ipv4', 'ipv4_default'],
      ])
      expect(await refusal(add('ipv4', 'unknown'))).toEqual([409, 'addon_not_offered'])
      await client.call(removeAddon, { params, query: { type: 'ipv4' } })
      expect(await chosen()).toEqual([['compute_instance', 'ci_small']])
    })

    test('the machine of a project is told with its measurements', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const { ref } = await project(slug, 'Measured')
      const machine = await client.call(getMachine, { params: { ref } })
      expect(machine.cores).toBeGreaterThan(0)
      expect(machine.free_memory_bytes).toBeLessThanOrEqual(machine.memory_bytes)
      expect(machine.disk_free_bytes).toBeLessThanOrEqual(machine.disk_total_bytes)
      expect(machine.granted_memory_bytes).toBeNull()
      const none = client.call(getMachine, { params: { ref: 'nowhere' } })
      expect(await refusal(none)).toEqual([404, 'project_not_found'])
    })

    test('an organization without a partner leads to none', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const marketplace = client.call(getMarketplaceRedirect, { params: { slug } })
      expect(await refusal(marketplace)).toEqual([404, 'no_partner'])
      const installation = client.call(getPartnerRedirect, { params: { installation_id: 'unknown' } })
      expect(await refusal(installation)).toEqual([404, 'no_partner'])
    })

    test('a database that can’t be reached is reported before it is added', async () => {
      const { client } = connect()
      const { slug } = await organization()
      const body = { organization_slug: slug, database_url: 'postgres://me:secret@127.0.0.1:1/none' }
      expect(await client.call(probeDatabase, { body })).toEqual({
        reachable: false,
        reason: expect.any(String),
      })
    })

    test('a ticket names its destination', async () => {
      const { client } = connect()
      const ticket = await client.call(createTicket, {
        body: { category: 'problem', subject: 'Help', message: 'It does not work' },
      })
      expect(ticket).toMatchObject({ subject: 'Help', destination: expect.stringMatching(/operator/) })
    })
  })
}
