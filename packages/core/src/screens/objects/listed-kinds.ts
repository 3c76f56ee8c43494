/** Which kinds of objects a list of the catalogue has, and which one an entry is. */
import type { CatalogueEntry } from '../../data/catalogue.js'
import { catalogue, type CatalogueName } from '../../sql/index.js'
import type { ObjectKindName } from '../../sql/objects/index.js'

/** The kinds that a list creates: the first one by its button, the others by the menu beside it. */
export const CREATED_KINDS = {
  tables: ['view', 'materializedView'],
  tableEditor: ['view', 'materializedView'],
  functions: ['function'],
  triggers: ['trigger'],
  types: ['enum', 'composite', 'domain', 'range'],
  indexes: ['index'],
  publications: ['publication'],
  roles: ['role'],
  columnPrivileges: ['columnPrivilege'],
  sequences: ['sequence'],
} as const satisfies Record<string, readonly ObjectKindName[]>

/** A page of the catalogue whose entries have forms. */
export type ObjectsPage = keyof typeof CREATED_KINDS

export function isObjectsPage(page: string): page is ObjectsPage {
  return page in CREATED_KINDS
}

const TYPES: Readonly<Record<string, ObjectKindName>> = { e: 'enum', c: 'composite', d: 'domain', r: 'range' }
const RELATIONS: Readonly<Record<string, ObjectKindName>> = { v: 'view', m: 'materializedView' }

/** What an entry is, and its oid; null: another kind, such as a table. */
export function listedObject(
  page: ObjectsPage,
  { values, keys }: CatalogueEntry,
): { kind: ObjectKindName; id: string } | null {
  const valueOf = (list: CatalogueName, key: string) =>
    values[catalogue[list].columns.findIndex((column) => column.key === key)] ?? ''
  const id = keys.at(-1) ?? ''
  switch (page) {
    case 'tables':
    case 'tableEditor': {
      const kind = RELATIONS[valueOf('tables', 'type')]
      return kind ? { kind, id } : null
    }
    case 'types': {
      const kind = TYPES[valueOf('types', 'kind')]
      return kind ? { kind, id } : null
    }
    case 'columnPrivileges':
      // The privileges of a table are one form; its oid is the second key.
      return { kind: 'columnPrivilege', id: keys[1] ?? '' }
    default:
      return { kind: CREATED_KINDS[page][0], id }
  }
}
