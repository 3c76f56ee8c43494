/** A list of schemas in the form of the data API: chosen from those of the database, in an order that counts. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Form } from '../../kernel/form.js'
import type { Remote } from '../../kernel/query-store.js'
import type { DataApiValues } from '../../rules/settings/data-api-settings.js'
import { namesIn, withName, withNameEarlier, withoutName } from '../../rules/settings/name-list.js'

/** A schema of the list. */
export interface ChosenSchema {
  name: string
  isFirst: boolean
  /** The database has no schema of this name. */
  isMissing: boolean
}

/** The schemas of one field, and what can be added to them. */
export interface SchemaChoice {
  readonly field: 'schemas' | 'extra_search_path'
  readonly $chosen: ReadableAtom<readonly ChosenSchema[]>
  /** Schemas of the database that are not in the list. */
  readonly $others: ReadableAtom<readonly string[]>
  add(name: string): void
  remove(name: string): void
  moveUp(name: string): void
}

export function createSchemaChoice(
  field: SchemaChoice['field'],
  { form, $schemas }: { form: Form<DataApiValues>; $schemas: ReadableAtom<Remote<string[]>> },
): SchemaChoice {
  const change = (changed: (list: string, name: string) => string) => (name: string) => {
    form.set(field, changed(form.$values.get()[field], name))
    form.touch(field)
  }
  return {
    field,
    $chosen: computed([form.$values, $schemas], (values, schemas) =>
      namesIn(values[field]).map((name, at) => ({
        name,
        isFirst: at === 0,
        isMissing: schemas.status === 'ready' && !schemas.data.includes(name),
      })),
    ),
    $others: computed([form.$values, $schemas], (values, schemas) => {
      const chosen = namesIn(values[field])
      return schemas.status === 'ready' ? schemas.data.filter((name) => !chosen.includes(name)) : []
    }),
    add: change(withName),
    remove: change(withoutName),
    moveUp: change(withNameEarlier),
  }
}
