/** Tables with made-up rows, to try a new project with. */
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** What was made. */
export interface SampleData {
  /** Of the schema `public`, in the order in which they refer to each other. */
  tables: string[]
  rows: number
}

/**
 * Makes the tables of a small shop in the schema `public`, with their rows, as the owner and in one transaction.
 * 409 `sample_data_there`: one of the names is taken already; nothing was changed.
 */
export const loadSampleData = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/sample-data',
  access: inProject('update', 'database'),
  servedBy: 'holder',
  audit: true,
  response: gives<SampleData>(),
  requires: { ref: 'Project ref is required' },
})
