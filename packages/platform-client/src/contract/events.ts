/** What the platform tells by itself: one stream for each browser. */
import { endpoint, gives } from './endpoint.js'
import type { ProjectStatus } from './projects.js'

/** Milliseconds between two signs of life of the stream. */
export const ALIVE_EVERY_MS = 15_000

/** One server-sent event. */
export type PlatformEvent =
  /** The first one. `isWhole`: every change is told; otherwise another process may change something unheard. */
  | { type: 'hello'; isWhole: boolean }
  | { type: 'alive' }
  /** A project of the caller's changed. REMOVED: it is gone. */
  | { type: 'project'; ref: string; name: string; organization_slug: string; status: ProjectStatus }

/** Answers with server-sent events until the reader goes or the session ends; see `Client.events`. */
export const listenEvents = endpoint({
  method: 'GET',
  path: '/platform/events',
  access: 'profile',
  response: gives<PlatformEvent>(),
})
