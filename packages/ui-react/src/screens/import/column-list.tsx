/** The columns of a file, and where each of them goes. */
import type { ColumnChoice, CsvImport } from '@basedeck/core'
import { importText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Select } from '../../elements/select.js'
import { VirtualList } from '../../elements/virtual-list.js'
import styles from './csv-import.module.css'

const ROW_HEIGHT = 44
/** The choice that leaves a column out; no column has an empty name. */
const NONE = ''

export function ColumnList({ csvImport }: { csvImport: CsvImport }) {
  const columns = useStore(csvImport.target.$columns)
  return (
    <section aria-label={text.columns} className={styles['section']}>
      <h3 className={styles['heading']}>{text.columns}</h3>
      <ul className={styles['columns']}>
        <VirtualList
          items={columns}
          keyOf={({ at }) => at}
          rowHeight={ROW_HEIGHT}
          kept={[]}
          renderGap={(attributes) => <li key="gap" aria-hidden {...attributes} />}
          renderRow={(column, attributes) => (
            <li key={column.at} className={styles['column']} {...attributes}>
              <span className={styles['source']}>
                <span className={styles['name']}>{column.name}</span>
                <span className={styles['quiet']}>{column.example}</span>
              </span>
              <TargetChoice csvImport={csvImport} column={column} />
              <ColumnNotes csvImport={csvImport} column={column} />
            </li>
          )}
        />
      </ul>
    </section>
  )
}

function TargetChoice({ csvImport, column }: { csvImport: CsvImport; column: ColumnChoice }) {
  const kind = useStore(csvImport.target.$kind)
  return kind === 'new' ? (
    <NewColumn csvImport={csvImport} column={column} />
  ) : (
    <ExistingColumn csvImport={csvImport} column={column} />
  )
}

/** What more values would fit, and what the type drops of them. */
function ColumnNotes({ csvImport: { target }, column: { at, column, better, loss } }: ColumnProps) {
  if (column === null || (!better && loss === null)) return null
  return (
    <p className={styles['notes']}>
      {loss !== null && <span className={styles['loss']}>{loss}</span>}
      {better && (
        <>
          <span>{better.note}</span>
          <Button
            onClick={({ currentTarget }) => {
              // The button goes with its note: what it changed takes the focus.
              currentTarget.closest('li')?.querySelector('select')?.focus()
              target.takeBetter(at)
            }}
          >
            {better.label}
          </Button>
        </>
      )}
    </p>
  )
}

function FormatChoice({ csvImport: { target, choices }, column }: ColumnProps) {
  if (column.formats.length === 0 || column.column === null) return null
  return (
    <Select
      label={text.columnFormat(column.name)}
      value={column.format ?? NONE}
      choices={[
        { value: NONE, label: text.asItIs },
        ...column.formats.map((format) => ({ value: format, label: choices.formats[format] })),
      ]}
      onChoose={(chosen) =>
        target.setFormat(column.at, column.formats.find((format) => format === chosen) ?? null)
      }
    />
  )
}

function ExistingColumn({ csvImport, column: choice }: ColumnProps) {
  const { target } = csvImport
  const { at, name, column } = choice
  const choices = useStore(target.$choices)
  return (
    <span className={styles['new']}>
      <Select
        label={text.column(name)}
        value={column ?? NONE}
        choices={[
          { value: NONE, label: text.leaveOut },
          ...choices.map((choice) => ({ value: choice.name, label: `${choice.name} (${choice.type})` })),
        ]}
        onChoose={(chosen) => target.chooseColumn(at, chosen === NONE ? null : chosen)}
      />
      <FormatChoice csvImport={csvImport} column={choice} />
    </span>
  )
}

function NewColumn({ csvImport, column: choice }: ColumnProps) {
  const { target, choices } = csvImport
  const { at, name, column, type } = choice
  return (
    <span className={styles['new']}>
      <input
        type="checkbox"
        aria-label={text.include(name)}
        checked={column !== null}
        onChange={(event) => target.chooseColumn(at, event.target.checked ? name : null)}
      />
      <input
        aria-label={text.columnName(name)}
        className={`${fieldStyles['input']} ${fieldStyles['code']}`}
        autoComplete="off"
        spellCheck={false}
        disabled={column === null}
        value={column ?? ''}
        onChange={(event) => target.chooseColumn(at, event.target.value)}
      />
      <Select
        label={text.columnType(name)}
        value={type}
        choices={choices.types}
        disabled={column === null}
        onChoose={(chosen) => target.setType(at, chosen as typeof type)}
      />
      <FormatChoice csvImport={csvImport} column={choice} />
    </span>
  )
}

interface ColumnProps {
  csvImport: CsvImport
  column: ColumnChoice
}
