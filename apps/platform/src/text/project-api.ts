/** What the projects' own API says. */
import type { ProjectService } from '@basedeck/platform-client/contract'

const NAMES: Readonly<Record<ProjectService, string>> = {
  data: 'data API',
  auth: 'auth service',
  storage: 'storage API',
  realtime: 'realtime service',
  functions: 'edge functions',
}

export const projectApiText = {
  noConnection: 'Too many requests are waiting for the database of this project. Try again in a moment.',
  noSuchCall: 'There is no such call',
  notServed: (service: ProjectService) => `This project serves no ${NAMES[service]}`,
}
