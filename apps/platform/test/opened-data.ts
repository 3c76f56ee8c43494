/** The data API over a running app, in the thread of the test. */
import { dataApiConfigOf } from '../src/control/data-api-settings.js'
import { openDataService, type OpenDataService } from '../src/project-api/data/open-data-service.js'
import type { ProjectSessions } from '../src/project-api/sessions/project-sessions.js'
import { signInTo } from '../src/project-api/thread/served-database.js'
import { readTargetsOf } from '../src/replicas/read-targets.js'
import { openSessions } from './opened-sessions.js'
import type { RunningApp } from './running-app.js'

export interface OpenedData extends OpenDataService {
  sessions: ProjectSessions
}

export function openData({
  life,
  control,
  registry,
}: Pick<RunningApp, 'life' | 'control' | 'registry'>): OpenedData {
  const sessions = openSessions({ life })
  const host = {
    dataApi: (ref: string) => dataApiConfigOf(control, ref),
    readTargets: async (ref: string) => readTargetsOf({ control, registry }, ref),
    signIn: async (ref: string) => signInTo(await life.database(ref)),
  }
  return { ...openDataService({ host, sessions, trustProxy: false }), sessions }
}
