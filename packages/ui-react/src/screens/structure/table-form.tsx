/** The form of a table, or of one of its columns. */
import type { TablePanel } from '@basedeck/core'
import { structureText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useItemFocus } from '../../bind/use-item-focus.js'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Form } from '../../elements/form.js'
import { SearchField } from '../../elements/search-field.js'
import { SelectField } from '../../elements/select-field.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { ChangeSql } from './change-sql.js'
import { ColumnAlone, ColumnItem } from './column-fields.js'
import { ForeignKeys } from './foreign-key-fields.js'
import styles from './structure.module.css'

export function TableForm({ panel }: { panel: TablePanel }) {
  return (
    <Form
      form={panel.form}
      submitLabel={panel.submitLabel}
      sendingLabel={panel.sendingLabel}
      label={panel.title}
      buttons={<Button onClick={panel.leave}>{text.cancel}</Button>}
      onDone={panel.close}
    >
      <Meanwhile panel={panel} />
      {panel.about === 'table' ? <TableFields panel={panel} /> : <ColumnAlone panel={panel} />}
      <ForeignKeys panel={panel} />
      <ChangeSql statements={useStore(panel.$statements)} onCopy={panel.copySql} />
    </Form>
  )
}

function TableFields({ panel }: { panel: TablePanel }) {
  const { form } = panel
  const rows = useStore(panel.$rows)
  const more = useStore(panel.$more)
  const problem = useStore(panel.$problems)['columns']
  const search = useStore(panel.$search)
  const schemas = useStore(panel.$schemas)
  const moves = useStore(panel.$moves)
  const { list, adding, removing } = useItemFocus(rows.map(({ key }) => key))
  return (
    <>
      <TextField form={form} name="name" label={text.name} takesFocus />
      {schemas !== null && (
        <SelectField
          form={form}
          name="schema"
          label={text.schema}
          choices={schemas.map((schema) => ({ value: schema, label: schema }))}
          hint={moves ?? undefined}
        />
      )}
      <TextField form={form} name="comment" label={text.comment} isOptional />
      <SwitchField form={form} name="isRlsOn" label={text.rls} hint={text.rlsHint} />
      <section ref={list} className={styles['columns']} aria-label={text.columns}>
        <header>
          <h3>{text.columns}</h3>
          {panel.hasSearch && <SearchField label={text.findColumn} value={search} onChange={panel.search} />}
        </header>
        <div className={styles['headings']} aria-hidden>
          <span>{text.name}</span>
          <span>{text.type}</span>
          <span>{text.default}</span>
        </div>
        <ol className={styles['list']}>
          {rows.map((row, at) => (
            <ColumnItem key={row.key} panel={panel} row={row} at={at} onRemove={removing} />
          ))}
        </ol>
        {problem !== undefined && <p className={fieldStyles['problem']}>{problem}</p>}
        <span className={styles['below']}>
          <Button
            data-adds
            onClick={() => {
              adding()
              panel.addColumn()
            }}
          >
            {text.addColumn}
          </Button>
          {more !== null && (
            <>
              <span className={styles['quiet']}>{more}</span>
              <Button kind="ghost" onClick={panel.showMore}>
                {text.moreColumns}
              </Button>
            </>
          )}
        </span>
      </section>
    </>
  )
}

function Meanwhile({ panel }: { panel: TablePanel }) {
  const meanwhile = useStore(panel.$meanwhile)
  const state = useStore(panel.form.$state)
  if (!meanwhile || state.status === 'sending') return null
  return (
    <div role="alert" className={styles['meanwhile']}>
      <strong>{text.meanwhileTitle}</strong>
      <ul>
        {meanwhile.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {!meanwhile.isGone && (
        <>
          <p>{text.meanwhileAdvice}</p>
          <span>
            <Button onClick={panel.reload}>{text.reload}</Button>
          </span>
        </>
      )}
    </div>
  )
}
