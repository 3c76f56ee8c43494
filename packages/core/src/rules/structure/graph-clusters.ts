/**
 * Which tables of a large drawing lie together: tables that foreign keys tie closely. A table that everybody refers to, such as the
 * one of users, ties little; otherwise it would hold all of them together.
 * @rule database.graph-clusters  @spec §4
 */

/** A foreign key between two tables, by their ids. */
export interface Tie {
  from: string
  to: string
}

/** Tables that are joined, up to so many, are drawn as one group. */
export const WHOLE_GROUP_MAX = 60
/** Tables of a cluster. */
export const CLUSTER_MAX = 30

interface Cluster {
  ids: string[]
  ties: Map<Cluster, number>
}

/** The groups of some joined tables: all of them as one, or clusters, each in the order of the ids. */
export function graphClusters(ids: readonly string[], ties: readonly Tie[]): string[][] {
  if (ids.length <= WHOLE_GROUP_MAX) return [[...ids]]
  const clusters = new Map(ids.map((id) => [id, { ids: [id], ties: new Map() } as Cluster]))
  const inside = ties.filter(({ from, to }) => from !== to && clusters.has(from) && clusters.has(to))
  const degrees = new Map<string, number>()
  for (const id of inside.flatMap(({ from, to }) => [from, to])) degrees.set(id, (degrees.get(id) ?? 0) + 1)
  for (const { from, to } of inside) {
    const [one, other] = [clusters.get(from), clusters.get(to)]
    if (one && other) tie(one, other, 1 / ((degrees.get(from) ?? 1) * (degrees.get(to) ?? 1)))
  }
  const left = new Set(clusters.values())
  for (let pair = closest(left); pair; pair = closest(left)) join(pair, left)
  const order = new Map(ids.map((id, at) => [id, at]))
  const at = (id: string | undefined) => order.get(id ?? '') ?? 0
  return [...left]
    .map((cluster) => cluster.ids.toSorted((one, other) => at(one) - at(other)))
    .toSorted((one, other) => other.length - one.length || at(one[0]) - at(other[0]))
}

function tie(one: Cluster, other: Cluster, weight: number): void {
  one.ties.set(other, (one.ties.get(other) ?? 0) + weight)
  other.ties.set(one, (other.ties.get(one) ?? 0) + weight)
}

/** The two that are tied most closely for their size, and fit together. */
function closest(left: ReadonlySet<Cluster>): [Cluster, Cluster] | undefined {
  let best: [Cluster, Cluster] | undefined
  let most = 0
  for (const one of left)
    for (const [other, weight] of one.ties) {
      if (one.ids.length + other.ids.length > CLUSTER_MAX) continue
      const score = weight / Math.sqrt(one.ids.length * other.ids.length)
      // The first of equal ones, so that a drawing is the same each time.
      if (score > most) [most, best] = [score, [one, other]]
    }
  return best
}

function join([one, other]: [Cluster, Cluster], left: Set<Cluster>): void {
  left.delete(other)
  one.ties.delete(other)
  one.ids.push(...other.ids)
  for (const [third, weight] of other.ties) {
    third.ties.delete(other)
    if (third !== one) tie(one, third, weight)
  }
}
