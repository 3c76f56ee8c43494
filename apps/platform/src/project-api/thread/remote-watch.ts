/** Watches other processes from the thread: the platform sees their heartbeats. */
import type { Presence } from '../../processes/presence.js'
import type { AskedOfPlatform } from './thread-calls.js'

export interface RemoteWatch extends Pick<Presence, 'watch'> {
  /** The process of that watch is away. */
  gone(watch: number): void
}

export function createRemoteWatch(platform: Pick<AskedOfPlatform, 'watchPeer' | 'endWatch'>): RemoteWatch {
  const watches = new Map<number, () => void>()
  let last = 0
  return {
    watch(installationId, gone) {
      const watch = ++last
      watches.set(watch, gone)
      void platform.watchPeer(watch, installationId)
      return () => {
        watches.delete(watch)
        void platform.endWatch(watch)
      }
    },
    gone: (watch) => watches.get(watch)?.(),
  }
}
