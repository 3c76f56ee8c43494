/** The panel of a schema: a new one, or one that gets another name or comment. */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed } from 'nanostores'
import * as v from 'valibot'
import { isSchemaTaken } from '../../data/structure.js'
import { createForm } from '../../kernel/form.js'
import { isSystemSchema, nameProblem } from '../../rules/structure/object-name.js'
import { changeSchemaStatements, createSchemaStatements } from '../../sql/table-ddl.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { createChangePanel, runStatements, type ChangePanel } from './change-panel.js'

/** A new schema as its form holds it. */
export interface SchemaValues {
  name: string
  comment: string
}

/** The panel of a schema. */
export type SchemaPanel = ChangePanel<SchemaValues>

export interface SchemaPanelOptions {
  ref: string
  close(): void
  /** The schema as it is; absent: it is a new one. */
  before?: { name: string; comment: string | null }
  /** It was made. */
  created?(name: string): void
  /** It got another name. */
  renamed?(from: string, to: string): void
}

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
  { ref, close, created, renamed, before }: SchemaPanelOptions,
): SchemaPanel {
  const ddlOf = ({ name, comment: typed }: SchemaValues) => {
    const comment = typed.trim() === '' ? null : typed
    return before
      ? changeSchemaStatements(before.name, before.comment, { name, comment })
      : createSchemaStatements(name, comment)
  }
  const $told = atom<Record<string, string>>({})
  const form = createForm({
    schema,
    initial: { name: before?.name ?? '', comment: before?.comment ?? '' },
    checks: {
      name: async (name, signal) =>
        name !== before?.name && (await isSchemaTaken(context.client, ref, name, signal))
          ? text.schemaTaken(name)
          : null,
    },
    async submit(values) {
      try {
        await runStatements(context, { ref, table: null }, ddlOf(values))
      } catch (error) {
        throw toPlatformError(error)
      }
      const { schemaChanged, schemaCreated } = text.done
      const message = before ? schemaChanged(values.name) : schemaCreated(values.name)
      context.host.notifier.notify({ kind: 'success', message })
      if (!before) created?.(values.name)
      else if (values.name !== before.name) renamed?.(before.name, values.name)
    },
  })
  context.formDrafts.keep(`structure/${ref}/${before ? `schema/${before.name}` : 'new-schema'}`, form)
  return createChangePanel(context, {
    title: before ? text.titles.editSchema(before.name) : text.titles.newSchema,
    submitLabel: before ? text.save : text.create.schema,
    sendingLabel: before ? text.saving : text.creating,
    form,
    $ddl: computed(form.$values, (values) => (v.is(schema, values) ? ddlOf(values) : null)),
    $told,
    table: '',
    close,
  })
}
