/** What realtime asks of the platform. All of it is plain data. */
import type { RealtimeConfig } from '@basedeck/platform-client/contract'
import type { ChangesSignIn } from '../../engines/server/sign-in.js'

export interface RealtimeHost {
  /** Undefined: there is no such project. */
  realtime(ref: string): Promise<RealtimeConfig | undefined>
  /** Opens the database. `queue`: its changes can't be decoded. @throws EngineError, DomainError */
  changesSignIn(ref: string): Promise<ChangesSignIn | 'queue'>
  /** The database was used just now. */
  used(ref: string): void
}
