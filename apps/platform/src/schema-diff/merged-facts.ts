/**
 * Two schemas and what both began with, as the one that a merge would make. A fact is the smallest thing that is compared: a
 * column, a constraint, a comment. An object is what people name: a table with all of that, a function, a policy.
 */
import { encodeId, FactBase, type DependencyEdge, type Fact, type StableId } from '@supabase/pg-delta/core'

/** An object that the branch changed. */
export interface ChangedObject {
  /** Names it, the same in each comparison. */
  key: string
  id: StableId
  /** The parent changed it too since the branch was made. False where that is not known. */
  isTheirs: boolean
  /** Both changed the same part of it, or one dropped what the other changed. */
  isConflict: boolean
  /** Other changed objects that it can't do without, by key. */
  needs: string[]
}

export interface MergedFacts {
  /** What the parent is after all of it is merged. */
  facts: FactBase
  objects: ChangedObject[]
}

/** @param base null: not known, then every difference is a change of the branch */
export function mergedFacts(base: FactBase | null, parent: FactBase, branch: FactBase): MergedFacts {
  const sides = { base, parent, branch }
  const found = new Map<string, ChangedObject>()
  const taken = new Map<string, FactBase | null>()
  const objectKeys = new Map<string, string>()
  const theirs = new Set<string>()
  for (const [key, id] of allIds(sides)) {
    const object = objectIn(sides, id)
    const objectKey = encodeId(object)
    objectKeys.set(key, objectKey)
    const [o, p, b] = [base && signatureOf(base, id), signatureOf(parent, id), signatureOf(branch, id)]
    const isTheirs = base !== null && p !== o
    if (p !== b && isTheirs) theirs.add(objectKey)
    if (p === b || (isTheirs && b === o)) {
      taken.set(key, parent)
      continue
    }
    taken.set(key, branch)
    const known = found.get(objectKey)
    const changed = known ?? { key: objectKey, id: object, isTheirs: false, isConflict: false, needs: [] }
    if (isTheirs) changed.isConflict = true
    found.set(objectKey, changed)
  }
  for (const object of found.values()) {
    object.isTheirs = theirs.has(object.key)
    // A dropped object can't keep what the other side changed in it, so all of it is taken from the branch.
    if (parent.has(object.id) === branch.has(object.id) || !object.isTheirs) continue
    object.isConflict = true
    for (const [key, objectKey] of objectKeys) if (objectKey === object.key) taken.set(key, branch)
  }
  const facts = factsBy(sides, (key) => taken.get(key) ?? null)
  const merged = { facts, objects: [...found.values()] }
  for (const object of merged.objects)
    object.needs = needsOf(object.key, { parent, facts, objectKeys, found })
  return merged
}

/** What the parent is after only these objects are merged. */
export function factsWithChosen(
  parent: FactBase,
  { facts, objects }: MergedFacts,
  chosen: ReadonlySet<string>,
): FactBase {
  const sides = { base: null, parent, branch: facts }
  const changed = new Set(objects.map(({ key }) => key))
  const from = new Map<string, FactBase>()
  for (const [key, id] of allIds(sides)) {
    const objectKey = encodeId(objectIn(sides, id))
    from.set(key, changed.has(objectKey) && chosen.has(objectKey) ? facts : parent)
  }
  return factsBy(sides, (key) => from.get(key) ?? null)
}

/** What both began with from now on: where they are equal, that; else as it was. */
export function advancedBase(base: FactBase, parent: FactBase, branch: FactBase): FactBase {
  const sides = { base, parent, branch }
  const equal = new Map(
    allIds(sides).map(([key, id]) => [key, signatureOf(parent, id) === signatureOf(branch, id)] as const),
  )
  return factsBy(sides, (key) => (equal.get(key) ? parent : base))
}

interface Sides {
  base: FactBase | null
  parent: FactBase
  branch: FactBase
}

function allIds({ base, parent, branch }: Sides): [string, StableId][] {
  const all = new Map<string, StableId>()
  for (const side of [parent, branch, base])
    for (const { id } of side?.facts() ?? []) all.set(encodeId(id), id)
  return [...all]
}

function factsBy(sides: Sides, sideOf: (key: string) => FactBase | null): FactBase {
  const facts: Fact[] = []
  const edges: DependencyEdge[] = []
  for (const [key, id] of allIds(sides)) {
    const side = sideOf(key)
    const fact = side?.get(id)
    if (!side || !fact) continue
    facts.push(fact)
    edges.push(...side.outgoingEdges(id))
  }
  return new FactBase(withParents(facts), edges)
}

/** Without facts whose table or schema is not there. */
function withParents(facts: readonly Fact[]): Fact[] {
  let kept = [...facts]
  for (;;) {
    const keys = new Set(kept.map(({ id }) => encodeId(id)))
    const left = kept.filter(({ parent }) => parent === undefined || keys.has(encodeId(parent)))
    if (left.length === kept.length) return left
    kept = left
  }
}

function objectIn({ base, parent, branch }: Sides, id: StableId): StableId {
  const side = [parent, branch, base].find((one) => one?.has(id))
  return side ? objectIdIn(side, id) : id
}

/** The object that a fact belongs to. A policy is one of its own. */
export function objectIdIn(facts: FactBase, id: StableId): StableId {
  let own = id
  for (;;) {
    const parent = facts.get(own)?.parent
    if (parent === undefined || own.kind === 'policy') return own
    if (parent.kind === 'schema' && !('target' in own)) return own
    own = parent
  }
}

const signatures = new WeakMap<FactBase, Map<string, string>>()

/** Undefined: it is not there. */
function signatureOf(facts: FactBase, id: StableId): string | undefined {
  if (!facts.has(id)) return undefined
  const known = signatures.get(facts) ?? new Map<string, string>()
  signatures.set(facts, known)
  const key = encodeId(id)
  const found = known.get(key)
  if (found !== undefined) return found
  const edges = facts.outgoingEdges(id).map(({ kind, to }) => `${kind} ${encodeId(to)}`)
  const signature = [facts.hashOf(id), ...edges.sort()].join('\n')
  known.set(key, signature)
  return signature
}

interface Needing {
  parent: FactBase
  facts: FactBase
  objectKeys: ReadonlyMap<string, string>
  found: ReadonlyMap<string, ChangedObject>
}

/** What it refers to must be made, and what refers to what it drops must be gone or changed. */
function needsOf(objectKey: string, { parent, facts, objectKeys, found }: Needing): string[] {
  const needs = new Set<string>()
  const add = (id: StableId) => {
    const other = objectKeys.get(encodeId(id))
    if (other !== undefined && other !== objectKey && found.has(other)) needs.add(other)
  }
  for (const [key, own] of objectKeys) {
    if (own !== objectKey) continue
    const made = facts.getByEncoded(key)
    for (const { to } of made ? facts.outgoingEdges(made.id) : []) if (!parent.has(to)) add(to)
    if (made?.parent && !parent.has(made.parent)) add(made.parent)
    const before = parent.getByEncoded(key)
    if (!before || made) continue
    for (const { from } of parent.incomingEdges(before.id)) add(from)
    for (const { id } of parent.childrenOf(before.id)) add(id)
  }
  return [...needs].sort()
}
