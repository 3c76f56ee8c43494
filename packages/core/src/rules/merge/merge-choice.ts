/**
 * Which changes of a branch are chosen for a merge: what an object can't do without is chosen with it, and what can't do
 * without it is left out with it. A conflict is never chosen by itself.
 * @rule merge.choice  @spec §2
 */
import type { BranchComparison, MergeObject } from '@basedeck/platform-client'

type Choosable = Pick<MergeObject, 'id' | 'needs'>

/** What a merge begins with: all objects and buckets that nobody else changed. Settings of a branch are often its own. */
export function firstChoice({ objects, buckets }: Pick<BranchComparison, 'objects' | 'buckets'>): {
  objects: ReadonlySet<string>
  buckets: ReadonlySet<string>
  auth: ReadonlySet<string>
} {
  let chosen: ReadonlySet<string> = new Set(objects.map(({ id }) => id))
  for (const { id, conflict } of objects) if (conflict) chosen = withoutObject(objects, chosen, id)
  const calm = buckets.filter(({ conflict }) => !conflict)
  return { objects: chosen, buckets: new Set(calm.map(({ id }) => id)), auth: new Set() }
}

/** With all that it needs, however far. */
export function withObject(
  objects: readonly Choosable[],
  chosen: ReadonlySet<string>,
  id: string,
): ReadonlySet<string> {
  return reached(id, chosen, (one) => objects.find((object) => object.id === one)?.needs ?? [], 'add')
}

/** Without it and all that needs it. */
export function withoutObject(
  objects: readonly Choosable[],
  chosen: ReadonlySet<string>,
  id: string,
): ReadonlySet<string> {
  const needing = (one: string) =>
    objects.filter(({ needs }) => needs.includes(one)).map((object) => object.id)
  return reached(id, chosen, needing, 'delete')
}

function reached(
  from: string,
  chosen: ReadonlySet<string>,
  next: (id: string) => readonly string[],
  what: 'add' | 'delete',
): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...next(id))
  }
  const after = new Set(chosen)
  for (const id of seen) after[what](id)
  return after
}

/** Objects whose name, schema, kind or SQL has all of the words, in any case. */
export function objectsWith(objects: readonly MergeObject[], words: string): readonly MergeObject[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return objects
  return objects.filter(({ kind, schema, name, changes }) => {
    const text = [kind, `${schema}.${name}`, ...changes.map(({ sql }) => sql)].join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}
