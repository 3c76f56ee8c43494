/** The data API with all that it keeps: settings and schemas of the projects, and the ear that hears of changes. */
import type { Service } from '../service.js'
import type { ProjectSessions, SessionsHost } from '../sessions/project-sessions.js'
import type { DataHost } from './data-host.js'
import { createDataService } from './data-service.js'
import { keepSchemas } from './kept-schemas.js'
import { keepSettings } from '../kept-settings.js'
import { createReplicaReads } from './replica-reads.js'
import { createSchemaEar } from './schema-ear.js'

export interface DataServiceHost {
  host: DataHost & Pick<SessionsHost, 'signIn'>
  sessions: Pick<ProjectSessions, 'serve'>
  /** As `createApi`. */
  trustProxy: boolean
}

export interface OpenDataService {
  service: Service
  /** The project was changed: its settings, its status. */
  projectChanged(ref: string): void
  /** What the catalogue of its database lists was changed. */
  schemaChanged(ref: string): void
}

export function openDataService({ host, sessions, trustProxy }: DataServiceHost): OpenDataService {
  const settings = keepSettings(host.dataApi, 'data_api_off')
  const ear = createSchemaEar(host, {
    changed: (ref) => schemas.changed(ref),
    lost: (ref) => schemas.forget(ref),
  })
  const schemas = keepSchemas(sessions, ear.listen)
  const replicaReads = createReplicaReads({ host, sessions })
  const service = createDataService({ sessions, settings, schemas, replicaReads, trustProxy })
  return {
    service: { ...service, close: async () => ear.close() },
    projectChanged: settings.forget,
    schemaChanged: schemas.changed,
  }
}
