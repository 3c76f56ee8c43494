/** What realtime asks of the platform. All of it is plain data. */
import type { RealtimeConfig } from '@basedeck/platform-client/contract'

export interface RealtimeHost {
  /** Undefined: there is no such project. */
  realtime(ref: string): Promise<RealtimeConfig | undefined>
}
