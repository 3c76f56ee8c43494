/** The language on a real PostgreSQL. */
import { afterAll } from 'vitest'
import { ALL_CASES } from './all-cases.js'
import { TIMEOUTS } from './cases/calls.js'
import { startCluster, type TestCluster } from './cluster.js'
import { overPg } from './database.js'
import { askAll } from './suite.js'

let cluster: TestCluster | undefined

afterAll(() => cluster?.stop())

askAll(
  async () => {
    cluster = await startCluster()
    return overPg(await cluster.connect())
  },
  { ...ALL_CASES, timeouts: TIMEOUTS },
)
