// The values of a column with their counts, of which some are chosen.
import type { QueryPane } from '@basedeck/core'
import { sqlResultsText as text, formText, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { PlainDialog } from '../../elements/plain-dialog.js'
import { SearchField } from '../../elements/search-field.js'
import { VirtualList } from '../../elements/virtual-list.js'
import styles from './column-values.module.css'

export function ColumnValues({ screen }: { screen: QueryPane }) {
  const values = useStore(screen.$values)
  const shown = useLast(values)
  const columns = useStore(screen.$allColumns)
  const filter = useStore(screen.$view)?.filters.get(shown?.column ?? -1)
  const [words, setWords] = useState('')
  /** Null: as it was when the dialog opened. */
  const [chosen, setChosen] = useState<ReadonlySet<string | null> | null>(null)
  if (!shown) return null
  const { column, values: all, distinct } = shown
  const marked = chosen ?? filter?.chosen ?? new Set(all.map(({ value }) => value))
  const wanted = words.trim().toLowerCase()
  const found = all.filter((one) => (one.shown ?? sqlText.cellNull).toLowerCase().includes(wanted))
  const name = columns.find(({ index }) => index === column)?.name ?? ''
  const close = () => {
    setWords('')
    setChosen(null)
    screen.closeValues()
  }
  const choose = (next: ReadonlySet<string | null> | null) => {
    screen.chooseValues(column, next)
    close()
  }
  return (
    <PlainDialog
      open={values !== null}
      title={text.valuesOf(name)}
      onClose={close}
      buttons={
        <>
          <Button onClick={() => choose(null)}>{text.anyValue}</Button>
          <Button onClick={close}>{formText.cancel}</Button>
          <Button kind="primary" disabled={marked.size === 0} onClick={() => choose(marked)}>
            {text.apply}
          </Button>
        </>
      }
    >
      <div className={styles['values']}>
        <div className={styles['search']}>
          <SearchField label={text.searchValues} value={words} onChange={setWords} />
        </div>
        <label className={styles['value']}>
          <input
            type="checkbox"
            checked={found.every(({ value }) => marked.has(value))}
            onChange={(event) => setChosen(withAll(marked, found, event.target.checked))}
          />
          <span>{text.allListed}</span>
        </label>
        <ul className={styles['list']}>
          <VirtualList
            items={found}
            keyOf={keyOfValue}
            rowHeight={28}
            kept={NONE}
            renderGap={(gap) => <li aria-hidden="true" {...gap} />}
            renderRow={(one, attributes) => (
              <li {...attributes}>
                <label className={styles['value']}>
                  <input
                    type="checkbox"
                    checked={marked.has(one.value)}
                    onChange={(event) => setChosen(withAll(marked, [one], event.target.checked))}
                  />
                  <span className={one.value === null ? styles['null'] : undefined}>
                    {one.value === null ? sqlText.cellNull : one.value === '' ? text.emptyValue : one.shown}
                  </span>
                  <small>{one.count}</small>
                </label>
              </li>
            )}
          />
        </ul>
        {distinct > all.length && <small>{text.valuesMore(distinct - all.length)}</small>}
        <small>{text.onlyOfTheseRows}</small>
      </div>
    </PlainDialog>
  )
}

const NONE: readonly string[] = []

function keyOfValue({ value }: { value: string | null }): string {
  return value === null ? 'null' : `=${value}`
}

function withAll(
  marked: ReadonlySet<string | null>,
  values: readonly { value: string | null }[],
  isChosen: boolean,
): ReadonlySet<string | null> {
  const next = new Set(marked)
  for (const { value } of values) {
    if (isChosen) next.add(value)
    else next.delete(value)
  }
  return next
}
