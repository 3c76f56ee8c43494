/** The support desk of the fake platform. */
import { createTicket } from '../contract/index.js'
import { fakeRoute, type FakeRoute } from './fake-route.js'
import { tick, type FakeWorld } from './fake-world.js'

export function supportRoutes(world: FakeWorld): FakeRoute[] {
  return [
    fakeRoute(createTicket, ({ body }) => {
      const { category, subject, message, error, organization_slug: slug, project_ref } = body
      const ticket = {
        id: world.tickets.length + 1,
        category,
        subject,
        inserted_at: tick(world),
        destination: world.mail
          ? 'It is stored on this platform and was mailed to the operator at support@fake.example.'
          : 'It is stored on this platform, where the operator reads it.',
      }
      world.tickets.push({
        ...ticket,
        message,
        by: world.caller.profile.first_name,
        ...(error === undefined ? {} : { error }),
        ...(slug === undefined ? {} : { slug }),
        ...(project_ref === undefined ? {} : { project_ref }),
      })
      return ticket
    }),
  ]
}
