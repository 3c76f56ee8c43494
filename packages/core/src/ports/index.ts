/** What the host provides. The core touches the outside world through these and the client only. */
export type { Host } from './host.js'
export type { Clipboard } from './clipboard.js'
export type { Clock } from './clock.js'
export type { Files, MadeFile } from './files.js'
export type { Lifecycle } from './lifecycle.js'
export type { Navigation, Place } from './navigation.js'
export type { Notifier, Note } from './notifier.js'
export type { KeyValueStorage } from './storage.js'
