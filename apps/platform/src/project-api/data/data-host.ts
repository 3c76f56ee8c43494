/** What the data API asks of the platform. All of it is plain data. */
import type { DataApiConfig } from '@basedeck/platform-client/contract'

export interface DataHost {
  /** Undefined: there is no such project. */
  dataApi(ref: string): Promise<DataApiConfig | undefined>
}
