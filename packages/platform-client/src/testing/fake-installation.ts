/** The fake platform as its administrators see it: all accounts, all organizations, what holds for all. */
import {
  deleteAccount,
  getInstallationSettings,
  listAccounts,
  listAllOrganizations,
  listInstallationAudit,
  listTickets,
  resetAccountFactors,
  updateAccount,
  updateInstallationSettings,
  type InstallationAccount,
} from '../contract/index.js'
import type { FakeAccounts, FakePerson } from './fake-people.js'
import { auditPage } from './fake-organizations.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { record, type FakeWorld } from './fake-world.js'

export function installationRoutes(accounts: FakeAccounts, world: FakeWorld): FakeRoute[] {
  function require(id?: string): FakePerson {
    if (!accounts.profile.is_administrator)
      throw new FakeRefusal(
        403,
        'administrator_needed',
        'Only an administrator of this installation can do this',
      )
    const found = accounts.people.find(({ profile }) => profile.id === (id ?? accounts.profile.id))
    if (!found) throw new FakeRefusal(404, 'not_found', 'Account not found')
    return found
  }
  const other = (id: string | undefined): FakePerson => {
    const found = require(id)
    if (found.profile.id === accounts.profile.id)
      throw new FakeRefusal(
        409,
        'own_account',
        'You can’t do this to your own account; ask another administrator',
      )
    return found
  }
  const show = (person: FakePerson): InstallationAccount => ({
    id: person.profile.id,
    first_name: person.profile.first_name,
    email: person.profile.primary_email ?? '',
    is_email_proved: !person.isUnproved,
    is_administrator: person.profile.is_administrator,
    is_disabled: person.isDisabled === true,
    is_mfa_enabled: person.profile.is_mfa_enabled,
    inserted_at: person.profile.inserted_at,
    last_seen_at: person.sessions[0]?.last_seen_at ?? null,
    organizations: new Set(person.permissions.map(({ organization_slug }) => organization_slug)).size,
    is_you: person.profile.id === accounts.profile.id,
  })
  const has = (words: string | undefined, ...texts: string[]) =>
    texts.some((text) => text.toLowerCase().includes((words ?? '').toLowerCase()))

  return [
    fakeRoute(listAccounts, ({ query }) => {
      require()
      const { search, offset, limit } = query
      const found = accounts.people.map(show).filter((row) => has(search, row.first_name, row.email))
      return {
        accounts: found.slice(offset, offset + limit),
        count: found.length,
      }
    }),
    fakeRoute(updateAccount, ({ params, body }) => {
      const { is_disabled, is_administrator, is_email_proved } = body
      const person = is_disabled === undefined ? require(params['id']) : other(params['id'])
      if (is_email_proved) person.isUnproved = false
      if (is_administrator !== undefined) {
        const left = accounts.people.filter((one) => one !== person && one.profile.is_administrator)
        if (!is_administrator && left.length === 0)
          throw new FakeRefusal(
            409,
            'last_administrator',
            'The installation needs an administrator; make someone else one first',
          )
        person.profile.is_administrator = is_administrator
      }
      if (is_disabled !== undefined) person.isDisabled = is_disabled
      return show(person)
    }),
    fakeRoute(deleteAccount, ({ params }) => {
      const person = other(params['id'])
      accounts.people = accounts.people.filter((one) => one !== person)
      for (const [slug, members] of Object.entries(world.members))
        world.members[slug] = members.filter(({ profile_id }) => profile_id !== person.profile.id)
      return { id: person.profile.id }
    }),
    fakeRoute(resetAccountFactors, ({ params }) => {
      const person = require(params['id'])
      person.factors = []
      person.recoveryCodes = []
      person.profile.is_mfa_enabled = false
      return { id: person.profile.id }
    }),
    fakeRoute(listAllOrganizations, ({ query }) => {
      require()
      const { search, offset, limit } = query
      const found = world.organizations
        .filter(({ name, slug }) => has(search, name, slug))
        .map(({ name, slug, organization_requires_mfa }) => ({
          name,
          slug,
          requires_mfa: organization_requires_mfa,
          members: world.members[slug]?.length ?? 0,
          projects: world.projects.filter(({ project }) => project.organization_slug === slug).length,
          inserted_at: '2026-01-01T00:00:00.000Z',
        }))
      return {
        organizations: found.slice(offset, offset + limit),
        count: found.length,
      }
    }),
    fakeRoute(listTickets, ({ query }) => {
      require()
      const { search, offset, limit } = query
      const found = world.tickets
        .filter(({ subject, message, by = '' }) => has(search, subject, message, by))
        .toReversed()
        .map(({ id, category, subject, message, inserted_at, error, slug, project_ref, by }) => ({
          id,
          category,
          subject,
          message,
          inserted_at,
          error: error ?? null,
          person: by === undefined ? null : { name: by, email: null },
          organization_name: world.organizations.find((one) => one.slug === slug)?.name ?? null,
          project_ref: project_ref ?? null,
        }))
      return { tickets: found.slice(offset, offset + limit), count: found.length }
    }),
    fakeRoute(listInstallationAudit, ({ query }) => {
      require()
      return auditPage(world.audit, query)
    }),
    fakeRoute(getInstallationSettings, () => {
      require()
      return world.settings
    }),
    fakeRoute(updateInstallationSettings, ({ body }) => {
      require()
      const changes = body
      if (changes.requires_mfa && !accounts.profile.is_mfa_enabled)
        throw new FakeRefusal(
          403,
          'mfa_required',
          'This organization requires two-factor authentication; set it up under Account, Security',
        )
      for (const [target, on] of Object.entries(changes))
        record(world, { slug: '', action: 'installation.setting', target, detail: { on } })
      world.settings = {
        anyone_creates_organizations:
          changes.anyone_creates_organizations ?? world.settings.anyone_creates_organizations,
        requires_mfa: changes.requires_mfa ?? world.settings.requires_mfa,
      }
      return world.settings
    }),
  ]
}
