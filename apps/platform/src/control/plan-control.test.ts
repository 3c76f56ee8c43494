import { expect, test } from 'vitest'
import { planControl } from './plan-control.js'

const cluster = { engine: 'cluster', postgresMajor: 15 } as const
const pglite = { engine: 'pglite', postgresMajor: 18 } as const

test.each([
  ['a new one is a cluster of the preferred PostgreSQL', undefined, [17, 15], 'auto', 'cluster 17'],
  ['without PostgreSQL it is a PGlite', undefined, [], 'auto', 'pglite'],
  ['who wants PGlite gets it', undefined, [17], 'pglite', 'pglite'],
  ['a PGlite moves where a cluster can run', pglite, [17, 15], 'auto', 'move-to-cluster 17'],
  ['also where clusters were asked for', pglite, [17], 'cluster', 'move-to-cluster 17'],
  ['it stays where none can run', pglite, [], 'auto', 'pglite'],
  ['it stays where PGlite was asked for', pglite, [17], 'pglite', 'pglite'],
  ['a cluster stays with the PostgreSQL that made it', cluster, [17, 15], 'auto', 'cluster 15'],
  ['a cluster stays one where projects get PGlite', cluster, [15], 'pglite', 'cluster 15'],
  ['another major can’t run it', cluster, [17, 16], 'auto', 'missing 15'],
  ['nothing can run it', cluster, [], 'pglite', 'missing 15'],
] as const)('%s', (_, found, majors, wanted, expected) => {
  const plan = planControl(found, majors, wanted)
  expect('major' in plan ? `${plan.type} ${plan.major}` : plan.type).toBe(expected)
})
