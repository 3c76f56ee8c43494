/** Who holds tokens and keys of the fake platform's organizations. */
import { listOrganizationApps, revokeOrganizationToken, type HeldToken } from '../contract/index.js'
import type { FakeAccounts, FakePerson } from './fake-people.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { organizationOf, record, type FakeWorld } from './fake-world.js'

export function organizationAppRoutes(accounts: FakeAccounts, world: FakeWorld): FakeRoute[] {
  const refused = new Set<string>()
  const refsOf = (slug: string) =>
    world.projects
      .filter(({ project }) => project.organization_slug === slug)
      .map(({ project }) => project.ref)
  const heldIn = (slug: string): { token: HeldToken; person: FakePerson }[] => {
    const members = new Set((world.members[slug] ?? []).map(({ profile_id }) => profile_id))
    return accounts.people
      .filter((person) => members.has(person.profile.id) || person === accounts.current)
      .flatMap((person) =>
        person.tokens
          .filter(({ organization_slug, project_ref }) =>
            project_ref === null
              ? organization_slug === null || organization_slug === slug
              : refsOf(slug).includes(project_ref),
          )
          .filter(({ id }) => !refused.has(`${id} ${slug}`))
          .map(({ token: _token, organization_slug, ...token }) => ({
            person,
            token: held(person, token, organization_slug),
          })),
      )
  }
  return [
    fakeRoute(listOrganizationApps, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const keys = world.projects
        .filter(({ project }) => project.organization_slug === slug)
        .flatMap(({ project, keys: all }) =>
          all.map(({ id, name, type, prefix, inserted_at, last_used_at, ends_at }) => ({
            id,
            project_ref: project.ref,
            project_name: project.name,
            name,
            type,
            prefix,
            inserted_at,
            last_used_at,
            ends_at,
          })),
        )
      return {
        tokens: heldIn(slug).map(({ token }) => token),
        keys,
        temporary_keys: temporaryIn(world, slug),
      }
    }),
    fakeRoute(revokeOrganizationToken, ({ params }) => {
      const { slug } = organizationOf(world, params['slug'])
      const found = heldIn(slug).find(({ token }) => token.id === params['id'])
      if (!found) throw new FakeRefusal(404, 'not_found', 'Access token not found')
      const { token, person } = found
      const ended = token.reach === 'everywhere' ? 'here' : 'everywhere'
      if (ended === 'here') refused.add(`${token.id} ${slug}`)
      else person.tokens = person.tokens.filter(({ id }) => id !== token.id)
      record(world, { slug, action: 'token.revoke', target: token.name })
      return { id: token.id, ended } as const
    }),
  ]
}

function held(
  { profile }: FakePerson,
  token: Omit<HeldToken, 'holder' | 'reach'>,
  organizationSlug: string | null,
): HeldToken {
  const { id, name, prefix, access, project_ref, inserted_at, last_used_at, expires_at } = token
  return {
    id,
    name,
    prefix,
    holder: { profile_id: profile.id, first_name: profile.first_name, email: profile.primary_email },
    access,
    reach: project_ref !== null ? 'project' : organizationSlug !== null ? 'organization' : 'everywhere',
    project_ref,
    inserted_at,
    last_used_at,
    expires_at,
  }
}

const TEMPORARY_SECONDS = 300

function temporaryIn(world: FakeWorld, slug: string) {
  const lines = world.audit.filter((line) => line.slug === slug && line.action === 'api_key.temporary')
  return [...new Set(lines.map(({ project_ref }) => project_ref ?? ''))].map((ref) => {
    const own = lines.filter(({ project_ref }) => project_ref === ref)
    const at = own.at(-1)?.occurred_at ?? ''
    return {
      holder: { profile_id: own[0]?.actor?.id ?? '', first_name: own[0]?.actor?.name ?? '' },
      project_ref: ref,
      count: own.length,
      last_made_at: at,
      ends_at: new Date(Date.parse(at) + TEMPORARY_SECONDS * 1000).toISOString(),
    }
  })
}
