/** Realtime over a running app, in the thread of the test. */
import { pino } from 'pino'
import { realtimeConfigOf } from '../src/control/realtime-settings.js'
import type { StorageHost } from '../src/objects/storage-host.js'
import {
  openRealtimeService,
  type OpenRealtimeService,
} from '../src/project-api/realtime/open-realtime-service.js'
import { askQueue } from '../src/project-api/thread/queued-changes.js'
import { changesSignInTo, holdInUse } from '../src/project-api/thread/served-database.js'
import { openSessions } from './opened-sessions.js'
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
  const sessions = openSessions({ life })
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
