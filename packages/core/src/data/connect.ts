/** Server data of connections from other programs. */
import {
  resetDatabasePassword,
  testConnection,
  type ArgumentsOf,
  type Client,
  type ConnectionTest,
} from '@basedeck/platform-client'
import type { MutationData } from '../kernel/mutation.js'
import { projectKey } from './projects.js'

export function connectionTesting(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof testConnection>['body'], ConnectionTest> {
  return { call: (body) => client.call(testConnection, { params: { ref }, body }) }
}

export function databasePasswordReset(
  client: Client,
  ref: string,
): MutationData<ArgumentsOf<typeof resetDatabasePassword>['body'], { ref: string }> {
  return {
    call: (body) => client.call(resetDatabasePassword, { params: { ref }, body }),
    refreshes: () => [[...projectKey(ref), 'activity']],
  }
}
