/** Realtime over a running app, in the thread of the test. */
import { pino } from 'pino'
import { realtimeConfigOf } from '../src/control/realtime-settings.js'
import type { StorageHost } from '../src/objects/storage-host.js'
import { openRealtimeService } from '../src/project-api/realtime/open-realtime-service.js'
import type { RealtimeService } from '../src/project-api/realtime/realtime-service.js'
import type { ProjectSessions } from '../src/project-api/sessions/project-sessions.js'
import type { RunningApp } from './running-app.js'

export function openRealtime(
  { control }: Pick<RunningApp, 'control'>,
  storageHost: StorageHost,
  sessions: ProjectSessions,
): RealtimeService {
  return openRealtimeService({
    host: { realtime: (ref) => realtimeConfigOf(control, ref) },
    storageHost: Promise.resolve(storageHost),
    sessions,
    log: pino({ level: 'silent' }),
  })
}
