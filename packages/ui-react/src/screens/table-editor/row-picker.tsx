/** Choosing the row that a foreign key refers to. */
import type { PickableRows, RowPicker as Picker } from '@basedeck/core'
import { sqlText, tableReferenceText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Combobox, ComboboxList, ComboboxOption } from '../../elements/combobox.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './row-picker.module.css'

export function RowPicker({ picker }: { picker: Picker }) {
  const title = useStore(picker.$title)
  const shown = useLast(title)
  const search = useStore(picker.$search)
  return (
    <SidePanel
      open={title !== null}
      title={shown ?? ''}
      closeLabel={sqlText.close}
      startsInField
      onClose={picker.close}
    >
      <div className={styles['picker']}>
        <Combobox
          label={text.find}
          words={search}
          start={null}
          highlightsFirst={false}
          onType={picker.search}
          onTake={picker.choose}
          onEnter={picker.takeOnly}
        >
          <Rows picker={picker} />
        </Combobox>
      </div>
    </SidePanel>
  )
}

function Rows({ picker }: { picker: Picker }) {
  const rows: PickableRows = useStore(picker.$rows)
  switch (rows.status) {
    case 'loading':
      return <Skeleton label={text.rows} />
    case 'failed':
      return <LoadFailure title={rows.title} message={rows.detail} onRetry={rows.retry} />
    case 'empty':
      return <p className={styles['quiet']}>{rows.title}</p>
    case 'ready':
      return (
        <>
          <ComboboxList label={text.rows} isBusy={rows.isLoading} className={styles['rows']}>
            {rows.rows.map(({ key, label, detail, note }) => (
              <ComboboxOption key={key} value={key} className={styles['row']}>
                <bdi className={styles['label']}>{label}</bdi>
                <small className={styles['detail']}>{detail}</small>
                {note !== undefined && <small className={styles['note']}>{note}</small>}
              </ComboboxOption>
            ))}
          </ComboboxList>
          {rows.note !== undefined && <p className={styles['quiet']}>{rows.note}</p>}
        </>
      )
  }
}
