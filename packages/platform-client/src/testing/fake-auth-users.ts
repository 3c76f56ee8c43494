/** Users of the fake platform's projects, as far as the calls of members change them. */
import {
  ACTING_TOKEN_S,
  actAsAuthUser,
  createAuthUser,
  deleteAuthUser,
  endAuthSession,
  inviteAuthUser,
  recoverAuthUser,
  removeAuthFactor,
  removeAuthIdentity,
  replaceAuthMetadata,
  signOutAuthUser,
  updateAuthUser,
} from '../contract/auth-users.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeAuthUser, type FakeProject, type FakeWorld } from './fake-world.js'

type Params = Readonly<Record<string, string>>

export function authUserRoutes(world: FakeWorld): FakeRoute[] {
  const about = ({ project }: FakeProject, what: string, target: string) => {
    const { organization_slug: slug, ref } = project
    record(world, { slug, action: `auth_user.${what}`, target, project_ref: ref })
    return { id: target }
  }
  const found = (params: Params) => {
    const project = projectOf(world, params['ref'])
    const user = project.authUsers.find(({ id }) => id === params['id'])
    if (!user) throw notFound()
    return { project, user }
  }
  const add = (project: FakeProject, given: { email?: string | undefined; phone?: string | undefined }) => {
    const email = given.email?.toLowerCase()
    const isTaken = project.authUsers.some(
      (known) => (email && known.email === email) || (given.phone && known.phone === given.phone),
    )
    if (isTaken) throw new FakeRefusal(409, 'auth_user_exists', 'Another user has this address or number')
    const user: FakeAuthUser = { id: newId(), email, phone: given.phone, parts: [] }
    project.authUsers.push(user)
    return user
  }
  const removePart = (params: Params, what: string, part: string | undefined) => {
    const { project, user } = found(params)
    if (!user.parts.includes(part ?? '')) throw notFound()
    user.parts = user.parts.filter((one) => one !== part)
    return about(project, what, user.id)
  }
  return [
    fakeRoute(createAuthUser, ({ params, body }) => {
      const project = projectOf(world, params['ref'])
      if (!body.email && !body.phone) throw refused('Cannot create a user without either an email or phone')
      return about(project, 'create', add(project, body).id)
    }),
    fakeRoute(inviteAuthUser, ({ params, body }) => {
      const project = projectOf(world, params['ref'])
      return about(project, 'invite', add(project, body).id)
    }),
    fakeRoute(updateAuthUser, ({ params }) => {
      const { project, user } = found(params)
      return about(project, 'update', user.id)
    }),
    fakeRoute(replaceAuthMetadata, ({ params, body }) => {
      const { project, user } = found(params)
      if (!isObject(body.json)) throw refused('Metadata must be a JSON object')
      return about(project, 'metadata', user.id)
    }),
    fakeRoute(deleteAuthUser, ({ params }) => {
      const { project, user } = found(params)
      project.authUsers = project.authUsers.filter(({ id }) => id !== user.id)
      return about(project, 'delete', user.id)
    }),
    fakeRoute(recoverAuthUser, ({ params }) => {
      const { project, user } = found(params)
      if (!user.email) throw refused('This user has no address that a mail could go to')
      return about(project, 'recover', user.id)
    }),
    fakeRoute(signOutAuthUser, ({ params }) => {
      const { project, user } = found(params)
      return about(project, 'sign_out', user.id)
    }),
    fakeRoute(endAuthSession, ({ params }) => removePart(params, 'end_session', params['session'])),
    fakeRoute(removeAuthFactor, ({ params }) => removePart(params, 'remove_factor', params['factor'])),
    fakeRoute(removeAuthIdentity, ({ params }) => removePart(params, 'remove_identity', params['identity'])),
    fakeRoute(actAsAuthUser, ({ params }) => {
      const { project, user } = found(params)
      about(project, 'act', user.id)
      const at = Date.parse(tick(world)) + ACTING_TOKEN_S * 1000
      return { access_token: 'e30.e30.fake', expires_at: new Date(at).toISOString() }
    }),
  ]
}

function refused(message: string): FakeRefusal {
  return new FakeRefusal(422, 'auth_refused', message)
}

function notFound(): FakeRefusal {
  return new FakeRefusal(
    404,
    'auth_user_not_found',
    'This user, or this part of the user, does not exist any more',
  )
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
