/** Every kind of object that has a form. */
import { columnPrivilegeKind } from './column-privilege-kind.js'
import { compositeKind } from './composite-kind.js'
import { domainKind } from './domain-kind.js'
import { enumKind } from './enum-kind.js'
import { extensionKind } from './extension-kind.js'
import { functionKind } from './function-kind.js'
import { indexKind } from './index-kind.js'
import { materializedViewKind } from './materialized-view-kind.js'
import type { ObjectKind, ObjectValues } from './object-kind.js'
import { publicationKind } from './publication-kind.js'
import { rangeKind } from './range-kind.js'
import { roleKind } from './role-kind.js'
import { sequenceKind } from './sequence-kind.js'
import { slotKind } from './slot-kind.js'
import { subscriptionKind } from './subscription-kind.js'
import { triggerKind } from './trigger-kind.js'
import { viewKind } from './view-kind.js'

/** The kinds by their names. */
export const objectKinds = {
  index: indexKind,
  function: functionKind,
  trigger: triggerKind,
  enum: enumKind,
  composite: compositeKind,
  domain: domainKind,
  range: rangeKind,
  view: viewKind,
  materializedView: materializedViewKind,
  sequence: sequenceKind,
  publication: publicationKind,
  role: roleKind,
  columnPrivilege: columnPrivilegeKind,
  subscription: subscriptionKind,
  slot: slotKind,
  extension: extensionKind,
} satisfies Record<string, ObjectKind>

/** The name of a kind of object. */
export type ObjectKindName = keyof typeof objectKinds

/** Reads an object into the values of its form. @param oid digits */
export function objectStatementOf(name: ObjectKindName, oid: string) {
  return { query: objectKinds[name].read, parameters: [oid] }
}

/** The values in the row of that statement; null: the object is gone. */
export function objectIn(
  name: ObjectKindName,
  rows: readonly (readonly (string | null)[])[],
): ObjectValues | null {
  const text = rows[0]?.[0]
  if (text == null) return null
  const kind: ObjectKind = objectKinds[name]
  const values = JSON.parse(text) as ObjectValues
  return kind.afterRead ? kind.afterRead(values) : values
}

export type {
  FieldValue,
  KeptReason,
  ObjectAction,
  ObjectField,
  ObjectKind,
  ObjectRow,
  ObjectStatement,
  ObjectValues,
  RowField,
  Suggestions,
} from './object-kind.js'
