/** The fixture among ten thousand tables, named as in a database that has grown for years. */
import type {
  CatalogueContent,
  KnownColumn,
  KnownForeignKey,
  KnownRelation,
} from '../../packages/core/src/rules/sql/sql-catalogue.js'

const SUBJECTS =
  'account audit batch booking budget campaign claim contract course customer device document employee event export'
const OBJECTS =
  'action address allocation archive balance batch change detail entry export field group history import item'
const ENDINGS =
  'active daily draft hourly main monthly new old part raw stage summary temp total weekly yearly'
const COLUMNS =
  'amount code comment count created_at created_by currency deleted_at description kind name note position price quantity state total type updated_at valid_from valid_until value version weight'
const FOREIGN_KEYS = 2

/** @param tables so many are added */
export function amongTables(content: CatalogueContent, tables: number): CatalogueContent {
  const relations = Array.from({ length: tables }, (_, index) => tableNumber(index))
  return {
    ...content,
    relations: [...content.relations, ...relations],
    foreignKeys: [
      ...content.foreignKeys,
      ...relations.flatMap((one, index) => keysOf(one, index, relations)),
    ],
  }
}

function tableNumber(index: number): KnownRelation {
  const [subjects, objects, endings] = [SUBJECTS, OBJECTS, ENDINGS].map((words) => words.split(' ')) as [
    string[],
    string[],
    string[],
  ]
  const subject = subjects[index % subjects.length]
  const object = objects[Math.floor(index / subjects.length) % objects.length]
  const round = Math.floor(index / (subjects.length * objects.length))
  const ending = endings[round % endings.length]
  const name = `${subject}_${object}_${ending}${round < endings.length ? '' : `_${Math.floor(round / endings.length)}`}`
  return { schema: 'public', name, kind: 'r', comment: null, columns: columnsOf(index) }
}

function columnsOf(index: number): KnownColumn[] {
  const column = (name: string): KnownColumn => ({ name, type: 'text', isNullable: true, comment: null })
  const own = COLUMNS.split(' ').filter((_, at) => (index + at) % 3 !== 0)
  const keys = Array.from({ length: FOREIGN_KEYS }, (_, key) => column(`parent_${key}_id`))
  return [column('id'), ...keys, ...own.map(column), column(`legacy_field_${index}`)]
}

function keysOf(from: KnownRelation, index: number, all: readonly KnownRelation[]): KnownForeignKey[] {
  return Array.from({ length: FOREIGN_KEYS }, (_, key) => {
    const to = all[(index * 7 + key * 31 + 1) % all.length] ?? from
    return {
      schema: from.schema,
      name: from.name,
      columns: [`parent_${key}_id`],
      toSchema: to.schema,
      toName: to.name,
      toColumns: ['id'],
    }
  })
}
