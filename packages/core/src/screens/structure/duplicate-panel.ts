/** The panel of a copy of a table. */
import { PlatformError } from '@basedeck/platform-client'
import { atom, computed } from 'nanostores'
import * as v from 'valibot'
import { isRelationTaken, tableDescriptionQuery } from '../../data/structure.js'
import { createForm } from '../../kernel/form.js'
import { changesMeanwhile } from '../../rules/structure/description-changes.js'
import { nameProblem, nameWithEnd } from '../../rules/structure/object-name.js'
import { duplicateTableStatements } from '../../sql/table-ddl.js'
import type { ReadDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { createChangePanel, runStatements, type ChangePanel } from './change-panel.js'

/** A copy as its form holds it. */
export interface CopyValues {
  name: string
  comment: string
  copiesRows: boolean
}

/** The panel of a copy of a table. */
export interface DuplicatePanel extends ChangePanel<CopyValues> {
  readonly body: string
  readonly rowsHint: string
}

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      const reason = dataset.typed ? nameProblem(dataset.value) : null
      if (reason) addIssue({ message: text.problem({ kind: 'name', reason }) })
    }),
  ),
  comment: v.string(),
  copiesRows: v.boolean(),
})

export function createDuplicatePanel(
  context: Needs<'host' | 'client' | 'queries' | 'schemaChanges' | 'formDrafts'>,
  {
    ref,
    table,
    close,
    created,
  }: {
    ref: string
    table: ReadDescription
    close(): void
    /** Is called when the copy is there. */
    created(table: { schema: string; name: string }): void
  },
): DuplicatePanel {
  const { client, host } = context
  const ddlOf = ({ name, comment, copiesRows }: CopyValues) =>
    duplicateTableStatements(table, {
      schema: table.schema,
      name,
      comment: comment.trim() === '' ? null : comment,
      copiesRows,
    })
  const form = createForm({
    schema,
    initial: { name: nameWithEnd(table.name, '_copy'), comment: table.comment ?? '', copiesRows: false },
    checks: {
      name: async (name, signal) =>
        (await isRelationTaken(client, ref, { schema: table.schema, name }, signal))
          ? text.taken(name, table.schema)
          : null,
    },
    async submit(values) {
      const now = await tableDescriptionQuery(client, ref, table.id).fetch(new AbortController().signal)
      const changes = changesMeanwhile(table, now)
      if (changes.length > 0)
        throw new PlatformError('invalid', [text.meanwhileTitle, ...changes.map(text.meanwhile)].join('. '))
      await runStatements(context, { ref, table }, ddlOf(values))
      host.notifier.notify({ kind: 'success', message: text.done.tableCreated(values.name) })
      created({ schema: table.schema, name: values.name })
    },
  })
  context.formDrafts.keep(`structure/${ref}/duplicate/${table.id}`, form)
  return {
    ...createChangePanel(context, {
      title: text.titles.duplicateTable(table.name),
      submitLabel: text.create.copy,
      sendingLabel: text.creating,
      form,
      $ddl: computed(form.$values, (values) => (v.is(schema, values) ? ddlOf(values) : null)),
      $told: atom({}),
      table: table.name,
      close,
    }),
    body: text.copied,
    rowsHint: text.copiesRowsHint(table.estimatedRows),
  }
}
