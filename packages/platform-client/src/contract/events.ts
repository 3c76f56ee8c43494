/** Events that the platform sends: one stream per browser. */
import { endpoint, gives } from './endpoint.js'
import type { ProjectStatus } from './projects.js'

/** Milliseconds between two signs of life of the stream. */
export const ALIVE_EVERY_MS = 15_000

/** One server-sent event. */
export type PlatformEvent =
  /** The first event. `isWhole`: all changes are reported; otherwise changes by other processes may be missing. */
  | { type: 'hello'; isWhole: boolean }
  | { type: 'alive' }
  /** A project of the caller changed. REMOVED: it was deleted. */
  | { type: 'project'; ref: string; name: string; organization_slug: string; status: ProjectStatus }
  /** Buckets, files or file limits of a project of the caller changed; changes of some seconds are told together. */
  | { type: 'storage'; ref: string }
  /** The schema of a project of the caller may have changed; changes of some seconds are told together. */
  | { type: 'schema'; ref: string }
  /** The caller's notifications changed. */
  | { type: 'notifications' }

/** Sends server-sent events until the reader disconnects or the session ends; see `Client.events`. */
export const listenEvents = endpoint({
  method: 'GET',
  path: '/platform/events',
  access: 'profile',
  response: gives<PlatformEvent>(),
})
