/** The call that fills a project with sample data. */
import { loadSampleData, type Client, type SampleData } from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'

export function sampleDataLoading(client: Client, ref: string): MutationData<void, SampleData> {
  return { call: () => client.call(loadSampleData, { params: { ref } }) }
}
