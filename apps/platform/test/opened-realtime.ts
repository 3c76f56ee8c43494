/** Realtime over a running app, in the thread of the test. */
import { pino } from 'pino'
import { realtimeConfigOf } from '../src/control/realtime-settings.js'
import type { IsKept } from '../src/engines/engine.js'
import type { StorageHost } from '../src/objects/storage-host.js'
import {
  openRealtimeService,
  type OpenRealtimeService,
} from '../src/project-api/realtime/open-realtime-service.js'
import { createProjectSessions, type ProjectSessions } from '../src/project-api/sessions/project-sessions.js'
import { askQueue } from '../src/project-api/thread/queued-changes.js'
import { changesSignInTo, holdInUse, serveIn, signInTo } from '../src/project-api/thread/served-database.js'
import type { RunningApp } from './running-app.js'

export interface OpenedRealtime {
  realtime: OpenRealtimeService
  close(): Promise<void>
}

export function openRealtime(
  { control, life }: Pick<RunningApp, 'control' | 'life'>,
  storageHost: StorageHost,
): OpenedRealtime {
  const used = (ref: string) => void life.database(ref).then(holdInUse, () => {})
  const sessions: ProjectSessions = createProjectSessions({
    signIn: async (ref) => signInTo(await life.database(ref)),
    async serve(ref, request, isDecided) {
      const isKept: IsKept = (results) => sessions.isKept(request.runId, results)
      return serveIn(await life.database(ref), request, isDecided ? isKept : undefined)
    },
    cancel: async (ref, runId) => (await life.database(ref)).cancel(runId),
    used,
  })
  const realtime = openRealtimeService({
    host: {
      realtime: (ref) => realtimeConfigOf(control, ref),
      changesSignIn: async (ref) => changesSignInTo(await life.database(ref)),
      changeQueue: async (ref, step) => askQueue(await life.database(ref), step),
      changesGivenUp: () => {},
      used,
    },
    storageHost: Promise.resolve(storageHost),
    sessions,
    isShared: false,
    log: pino({ level: 'silent' }),
  })
  return {
    realtime,
    async close() {
      await realtime.close?.()
      sessions.close()
    },
  }
}
