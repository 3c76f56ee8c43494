import { expect, test } from 'vitest'
import { CLUSTER_MAX, graphClusters, WHOLE_GROUP_MAX, type Tie } from './graph-clusters.js'

const names = (count: number, prefix = 't') => Array.from({ length: count }, (_, at) => `${prefix}${at}`)
const chain = (ids: readonly string[]): Tie[] => ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', to }))

test('so many tables stay one group, and one more becomes clusters', () => {
  const few = names(WHOLE_GROUP_MAX)
  expect(graphClusters(few, chain(few))).toEqual([few])
  const many = names(WHOLE_GROUP_MAX + 1)
  const clusters = graphClusters(many, chain(many))
  expect(clusters.length).toBeGreaterThan(1)
  expect(clusters.flat().toSorted()).toEqual(many.toSorted())
  for (const cluster of clusters) expect(cluster.length).toBeLessThanOrEqual(CLUSTER_MAX)
})

test('a table that everybody refers to holds nothing together', () => {
  const areas = ['shop', 'blog', 'mail', 'work'].map((area) => names(20, area))
  const ids = ['users', ...areas.flat()]
  const ties = [
    ...areas.flatMap(chain),
    ...areas.flat().map((from) => ({ from, to: 'users' })),
    // The table refers to itself, and to one that is not drawn.
    { from: 'users', to: 'users' },
    { from: 'users', to: 'elsewhere' },
  ]
  const clusters = graphClusters(ids, ties)
  for (const area of areas)
    expect(clusters.some((cluster) => area.every((id) => cluster.includes(id)))).toBe(true)
})

test('the same tables give the same clusters, and 2,000 of them soon', () => {
  const ids = names(2000)
  const ties = ids.flatMap((from, at) => [
    { from, to: `t${Math.floor(at / 3)}` },
    { from, to: `t${(at * 7) % 2000}` },
  ])
  const clusters = graphClusters(ids, ties)
  expect(clusters.flat()).toHaveLength(2000)
  expect(graphClusters(ids, ties)).toEqual(clusters)
})
