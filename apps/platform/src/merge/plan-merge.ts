/** What a chosen part of a comparison runs in the parent, and whether the choice is whole. */
import type { mergeChoice, MergeValue } from '@basedeck/platform-client/contract'
import type * as v from 'valibot'
import { DomainError } from '../kernel/domain-error.js'
import { NotComparable } from '../schema-diff/diff-schemas.js'
import type { SchemaChange } from '../schema-diff/schema-change.js'
import { mergeText as text } from '../text/merge.js'
import { bucketStatement } from './branch-settings.js'
import type { ComparedBranch } from './compare-branch.js'

export type MergeChoice = v.InferOutput<typeof mergeChoice>

export interface MergePlanned {
  schema: SchemaChange[]
  buckets: SchemaChange[]
  auth: MergeValue[]
}

/** @throws DomainError stale, merge_incomplete, merge_impossible, invalid_body */
export function plannedMerge(compared: ComparedBranch, choice: MergeChoice): MergePlanned {
  const { comparison, schema } = compared
  const isSame =
    comparison.parent_version === choice.parent_version && comparison.branch_version === choice.branch_version
  if (!isSame) throw new DomainError('stale', undefined, { more: { stored: comparison } })
  requireWhole(compared, choice)
  const chosen = new Set(choice.objects)
  try {
    return {
      schema: chosen.size === 0 ? [] : schema.planFor(chosen),
      buckets: chosenOf(comparison.buckets, choice.buckets).map(bucketChange),
      auth: chosenOf(comparison.auth, choice.auth),
    }
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error
    throw new DomainError('merge_impossible', text.notComparable(error.message), { cause: error })
  }
}

function requireWhole({ comparison: { objects } }: ComparedBranch, choice: MergeChoice): void {
  const byId = new Map(objects.map((object) => [object.id, object]))
  const nameOf = (id: string) => {
    const { kind = '', schema = null, name = id } = byId.get(id) ?? {}
    return `${kind} ${schema === null ? name : `${schema}.${name}`}`
  }
  const chosen = new Set(choice.objects)
  for (const id of chosen) {
    const object = byId.get(id)
    if (!object) throw new DomainError('invalid_body', text.unknown(id))
    const missing = object.needs.filter((other) => !chosen.has(other))
    if (missing.length > 0)
      throw new DomainError('merge_incomplete', text.needs(nameOf(id), missing.map(nameOf)), {
        more: { needs: missing },
      })
  }
}

function chosenOf(values: readonly MergeValue[], ids: readonly string[]): MergeValue[] {
  return ids.map((id) => {
    const value = values.find((one) => one.id === id)
    if (!value) throw new DomainError('invalid_body', text.unknown(id))
    return value
  })
}

/** A row that is changed or deleted, as a change of the list. */
export function bucketChange({
  id,
  parent,
  branch,
}: Pick<MergeValue, 'id' | 'parent' | 'branch'>): SchemaChange {
  return {
    kind: 'bucket',
    schema: 'storage',
    name: id,
    verb: parent === null ? 'create' : branch === null ? 'drop' : 'alter',
    sql: bucketStatement(id, parent, branch),
    lock: null,
    rewrites: false,
    losesData: false,
    isAlone: false,
  }
}

/** Consecutive statements that run together, and those that PostgreSQL refuses in a transaction with others. */
export function partsOf(changes: readonly SchemaChange[]): { statements: string[]; isAlone: boolean }[] {
  const parts: { statements: string[]; isAlone: boolean }[] = []
  for (const { sql, isAlone } of changes) {
    const last = parts.at(-1)
    if (last && !isAlone && !last.isAlone) last.statements.push(sql)
    else parts.push({ statements: [sql], isAlone })
  }
  return parts
}
