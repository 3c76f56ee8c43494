/** What a merge of a branch into its parent changes in the parent's schema, object by object. */
import { encodeId, type StableId } from '@supabase/pg-delta/core'
import type { Action } from '@supabase/pg-delta/plan'
import {
  actionsBetween,
  changeOf,
  leftOutOf,
  notComparedOf,
  objectOf,
  type DiffOptions,
} from './diff-schemas.js'
import { advancedBase, factsWithChosen, mergedFacts, objectIdIn, type ChangedObject } from './merged-facts.js'
import { objectDefinition } from './object-definition.js'
import type { Catalogue } from './read-catalogue.js'
import type { NotCompared, SchemaChange } from './schema-change.js'

/** An object that the branch changed, and what the merge does to it. */
export interface MergeObject
  extends Omit<ChangedObject, 'id'>, Pick<SchemaChange, 'kind' | 'schema' | 'name' | 'verb'> {
  changes: SchemaChange[]
  /** The SQL that makes it, on each side. Null: it is not there, or not known. */
  definitions: { base: string | null; parent: string | null; branch: string | null }
}

export interface SchemaMerge {
  objects: MergeObject[]
  /** Statements on objects that are equal, such as a view that must be made again around a change of its table. */
  around: SchemaChange[]
  notCompared: NotCompared[]
  /** What makes of the parent what it is with only these objects, in the order in which it runs. @throws NotComparable */
  planFor(chosen: ReadonlySet<string>): SchemaChange[]
}

export interface MergedSchemas {
  /** Null: not known. */
  base: Catalogue | null
  parent: Catalogue
  branch: Catalogue
}

/** @throws NotComparable */
export function mergeSchemas(
  { base, parent, branch }: MergedSchemas,
  { onlyOwn = false }: DiffOptions = {},
): SchemaMerge {
  const merged = mergedFacts(base?.facts ?? null, parent.facts, branch.facts)
  const target = { ...branch, owner: parent.owner, facts: merged.facts }
  const actions = actionsBetween(parent, target, onlyOwn)
  const keyOf = (action: Action) => objectKeyOf(action, parent, target)
  const byKey = new Map<string, Action[]>()
  for (const action of actions) byKey.set(keyOf(action), [...(byKey.get(keyOf(action)) ?? []), action])
  const known = new Set(merged.objects.map(({ key }) => key))
  return {
    objects: merged.objects
      // What is left out of the comparison has no statement.
      .filter(({ key }) => byKey.has(key))
      .map(({ id, needs, ...object }) => ({
        ...object,
        ...objectOf(id),
        verb: verbOf(id, parent, target),
        needs: needs.filter((key) => byKey.has(key)),
        changes: (byKey.get(object.key) ?? []).map(changeOf),
        definitions: {
          base: base && objectDefinition(base, id),
          parent: objectDefinition(parent, id),
          branch: objectDefinition(branch, id),
        },
      })),
    around: actions.filter((action) => !known.has(keyOf(action))).map(changeOf),
    notCompared: [...notComparedOf(parent, branch), ...(onlyOwn ? leftOutOf([parent, branch]) : [])],
    planFor: (chosen) =>
      actionsBetween(
        parent,
        { ...target, facts: factsWithChosen(parent.facts, merged, chosen) },
        onlyOwn,
      ).map(changeOf),
  }
}

/** The base of the next merge. */
export function advancedCatalogue({ base, parent, branch }: MergedSchemas): Catalogue | null {
  return base && { ...base, facts: advancedBase(base.facts, parent.facts, branch.facts) }
}

function verbOf(id: StableId, parent: Catalogue, target: Catalogue): SchemaChange['verb'] {
  if (!parent.facts.has(id)) return 'create'
  return target.facts.has(id) ? 'alter' : 'drop'
}

function objectKeyOf({ produces, destroys, consumes }: Action, parent: Catalogue, target: Catalogue): string {
  const id = produces[0] ?? destroys[0] ?? consumes[0]
  if (!id) return ''
  const side = [target, parent].find(({ facts }) => facts.has(id))
  return encodeId(side ? objectIdIn(side.facts, id) : id)
}
