/** What the auth service asks of the platform about its settings. All of it is plain data. */
import type { AuthConfig } from '@basedeck/platform-client/contract'

export interface AuthConfigHost {
  /** Undefined: there is no such project. */
  authConfig(ref: string): Promise<AuthConfig | undefined>
}
