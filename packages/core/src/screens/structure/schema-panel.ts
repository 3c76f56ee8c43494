/** The panel of a new schema. */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed } from 'nanostores'
import * as v from 'valibot'
import { isSchemaTaken } from '../../data/structure.js'
import { createForm } from '../../kernel/form.js'
import { isSystemSchema, nameProblem } from '../../rules/object-name.js'
import { createSchemaStatements } from '../../sql/table-ddl.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { createChangePanel, runStatements, type ChangePanel } from './change-panel.js'

/** A new schema as its form holds it. */
export interface SchemaValues {
  name: string
  comment: string
}

/** The panel of a new schema. */
export type SchemaPanel = ChangePanel<SchemaValues>

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const reason = nameProblem(dataset.value)
      if (reason) addIssue({ message: text.problem({ kind: 'name', reason }) })
      else if (isSystemSchema(dataset.value)) addIssue({ message: text.schemaSystem })
    }),
  ),
  comment: v.string(),
})

export function createSchemaPanel(
  context: Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>,
  { ref, close, created }: { ref: string; close(): void; created?(name: string): void },
): SchemaPanel {
  const ddlOf = ({ name, comment }: SchemaValues) =>
    createSchemaStatements(name, comment.trim() === '' ? null : comment)
  const $told = atom<Record<string, string>>({})
  const form = createForm({
    schema,
    initial: { name: '', comment: '' },
    checks: {
      name: async (name, signal) =>
        (await isSchemaTaken(context.client, ref, name, signal)) ? text.schemaTaken(name) : null,
    },
    async submit(values) {
      try {
        await runStatements(context, { ref, table: null }, ddlOf(values))
      } catch (error) {
        throw toPlatformError(error)
      }
      context.host.notifier.notify({ kind: 'success', message: text.done.schemaCreated(values.name) })
      created?.(values.name)
    },
  })
  context.formDrafts.keep(`structure/${ref}/new-schema`, form)
  return createChangePanel(context, {
    title: text.titles.newSchema,
    submitLabel: text.create.schema,
    sendingLabel: text.creating,
    form,
    $ddl: computed(form.$values, (values) => (v.is(schema, values) ? ddlOf(values) : null)),
    $told,
    table: '',
    close,
  })
}
