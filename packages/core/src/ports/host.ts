import type { JudgeChannel } from '@basedeck/sql-guard/aside'
import type { Clipboard } from './clipboard.js'
import type { Clock } from './clock.js'
import type { Cookies } from './cookies.js'
import type { CsvWorker } from './csv-worker.js'
import type { Files } from './files.js'
import type { Lifecycle } from './lifecycle.js'
import type { Navigation } from './navigation.js'
import type { Network } from './network.js'
import type { Notifier } from './notifier.js'
import type { ProjectApi } from './project-api.js'
import type { Sockets } from './sockets.js'
import type { KeyValueStorage } from './storage.js'
import type { Windows } from './windows.js'

/** Everything a host gives `createDeck`: a browser page, a script, a test. */
export interface Host {
  navigation: Navigation
  storage: KeyValueStorage
  /** Lives as long as the window, also over a reload; absent where there are no windows. */
  windowStorage?: Pick<KeyValueStorage, 'get' | 'set' | 'remove'>
  /** Absent where they do not exist, as in a script. */
  cookies?: Cookies
  clock: Clock
  clipboard: Clipboard
  files: Files
  /** Hears channels of projects’ realtime. Absent where there are no WebSockets. */
  sockets?: Sockets
  /** Asks projects’ own API. Absent where calls of the documentation are only shown. */
  projectApi?: ProjectApi
  notifier: Notifier
  lifecycle: Lifecycle
  /** Absent where the runtime does not report it. */
  network?: Network
  /** Absent: changes on the platform are asked for by time. */
  windows?: Windows
  /** Called when a background step was skipped, with a message for developers; optional. */
  log?(message: string): void
  /** Opens a worker for PostgreSQL's grammar. A host that has no workers leaves it out. */
  grammar?: { openJudge(): JudgeChannel }
  /** Reads large CSV files. A host that has no workers leaves it out. */
  csv?: CsvWorker
  /** Colour scheme the system prefers; drives the theme `system`. */
  prefersDark: { current(): boolean; subscribe(changed: (dark: boolean) => void): () => void }
}
