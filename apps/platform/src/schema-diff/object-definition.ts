/** The SQL that makes one object, as it is in a schema. */
import { encodeId, FactBase, type DependencyEdge, type Fact, type StableId } from '@supabase/pg-delta/core'
import { actionsBetween } from './diff-schemas.js'
import { objectIdIn } from './merged-facts.js'
import type { Catalogue } from './read-catalogue.js'

/** Null: it is not there, or the library can't write it alone. */
export function objectDefinition(catalogue: Catalogue, object: StableId): string | null {
  const { facts } = catalogue
  if (!facts.has(object)) return null
  const own = factsOf(facts, object)
  const ownKeys = new Set(own.map(({ id }) => encodeId(id)))
  const edges = own.flatMap(({ id }) => [...facts.outgoingEdges(id)])
  const around = new Map<string, Fact>()
  const addAround = (id: StableId | undefined): void => {
    const fact = id && facts.get(id)
    const key = fact && encodeId(fact.id)
    if (!fact || key === undefined || ownKeys.has(key) || around.has(key)) return
    around.set(key, fact)
    addAround(fact.parent)
  }
  for (const { parent } of own) addAround(parent)
  for (const { to } of edges) addAround(to)
  // What is granted names roles without referring to them.
  for (const { id } of facts.facts()) if (id.kind === 'role') addAround(id)
  const before: DependencyEdge[] = []
  const without = new FactBase([...around.values()], before)
  const with_ = new FactBase([...around.values(), ...own], edges)
  try {
    const actions = actionsBetween({ ...catalogue, facts: without }, { ...catalogue, facts: with_ }, false)
    const sql = actions.map((action) => `${action.sql.trim().replace(/;$/, '')};`)
    return sql.length === 0 ? null : sql.join('\n')
  } catch {
    return null
  }
}

/** With all that belongs to it, policies left out. */
function factsOf(facts: FactBase, object: StableId): Fact[] {
  const key = encodeId(object)
  const below = (id: StableId): Fact[] =>
    facts
      .childrenOf(id)
      .filter((child) => encodeId(objectIdIn(facts, child.id)) === key)
      .flatMap((child) => [child, ...below(child.id)])
  const fact = facts.get(object)
  return fact ? [fact, ...below(object)] : []
}
