/** What the data API asks of the platform. All of it is plain data. */
import type { DataApiConfig } from '@basedeck/platform-client/contract'
import type { ReadTargets } from '../../replicas/read-targets.js'

export interface DataHost {
  /** Undefined: there is no such project. */
  dataApi(ref: string): Promise<DataApiConfig | undefined>
  /** Which replicas may answer reads. */
  readTargets(ref: string): Promise<ReadTargets>
}
