/** Where an import goes: a new table, or one that is there. */
import type { CsvImport } from '@basedeck/core'
import { importText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import fieldStyles from '../../elements/field.module.css'
import { ChoiceCards } from '../../elements/radio-cards.js'
import { Select } from '../../elements/select.js'
import { Switch } from '../../elements/switch.js'
import styles from './csv-import.module.css'

export function ImportTarget({ csvImport }: { csvImport: CsvImport }) {
  const { target } = csvImport
  const kind = useStore(target.$kind)
  if (csvImport.isIntoTable) return null
  return (
    <section aria-label={text.target} className={styles['section']}>
      <ChoiceCards
        label={text.target}
        name="target"
        value={kind}
        choices={[
          { value: 'new' as const, label: text.newTable },
          { value: 'existing' as const, label: text.existingTable },
        ]}
        onChoose={target.chooseKind}
      />
      {kind === 'new' ? <NewTable csvImport={csvImport} /> : <ExistingTable csvImport={csvImport} />}
    </section>
  )
}

function NewTable({ csvImport: { target, schema } }: { csvImport: CsvImport }) {
  const id = useId()
  const chosen = useStore(target.$key)
  const keys = useStore(target.$keys)
  return (
    <>
      <div className={fieldStyles['field']}>
        <label htmlFor={id} className={fieldStyles['label']}>
          {text.tableName}
        </label>
        <div className={styles['qualified']}>
          <span className={styles['quiet']}>{schema}.</span>
          <input
            id={id}
            className={`${fieldStyles['input']} ${fieldStyles['code']}`}
            autoComplete="off"
            spellCheck={false}
            value={useStore(target.$table)}
            onChange={(event) => target.nameTable(event.target.value)}
          />
        </div>
      </div>
      <div className={styles['choices']}>
        <label>
          <span aria-hidden>{text.key}</span>
          <Select
            label={text.key}
            value={String(chosen)}
            choices={keys.map(({ value, label }) => ({ value: String(value), label }))}
            onChoose={(wanted) => {
              const key = keys.find(({ value }) => String(value) === wanted)
              if (key) target.chooseKey(key.value)
            }}
          />
        </label>
      </div>
      <Switch
        label={text.rowSecurity}
        hint={text.rowSecurityHint}
        isOn={useStore(target.$rowSecurity)}
        onChange={target.chooseRowSecurity}
      />
    </>
  )
}

function ExistingTable({ csvImport: { target, schema } }: { csvImport: CsvImport }) {
  const tables = useStore(target.$tables)
  const chosen = useStore(target.$table)
  const names = tables.status === 'ready' ? tables.data : []
  return (
    <div className={styles['choices']}>
      <label>
        <span aria-hidden>{text.table}</span>
        <Select
          label={text.table}
          value={chosen}
          choices={[
            { value: '', label: text.chooseTable },
            ...names.map((name) => ({ value: name, label: `${schema}.${name}` })),
          ]}
          onChoose={target.chooseTable}
        />
      </label>
      {tables.status === 'failed' && (
        <p role="alert" className={fieldStyles['problem']}>
          {text.tablesFailed}: {tables.error.message}
        </p>
      )}
    </div>
  )
}
