/** The rows of a table in a branch and its parent. */
import type { MergeScreen, RowsState } from '@basedeck/core'
import { mergeText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import styles from './merge.module.css'

type Compared = Extract<RowsState, { status: 'done' }>['rows']

export function MergeRows({ screen }: { screen: MergeScreen }) {
  const { rows } = screen
  const tables = useStore(rows.$tables)
  const state = useStore(rows.$state)
  return (
    <Section title={text.data} description={text.dataLead}>
      <div className={styles['stack']} aria-busy={state.status === 'comparing'}>
        <RemoteContent state={tables}>
          {(list) =>
            list.length === 0 ? <EmptyState title={text.noTables} /> : <TableChoice screen={screen} />
          }
        </RemoteContent>
        {state.status === 'comparing' && <p role="status">{text.comparingRows}</p>}
        {state.status === 'failed' && <ErrorAlert title={text.rowsFailed} remarks={[state.message]} />}
        {state.status === 'done' && <Found screen={screen} compared={state.rows} />}
      </div>
      <Confirm
        question={rows.merging}
        title={(asked) => text.rowsQuestion(asked.rows, asked.table)}
        confirmLabel={text.confirm}
        kind="primary"
      >
        <p>{text.rowsBody}</p>
      </Confirm>
    </Section>
  )
}

function TableChoice({ screen: { rows } }: { screen: MergeScreen }) {
  const tables = useStore(rows.$tables)
  const table = useStore(rows.$table)
  const state = useStore(rows.$state)
  const list = tables.status === 'ready' ? tables.data : []
  const keyOf = (one: { schema: string; table: string }) => JSON.stringify([one.schema, one.table])
  return (
    <div className={styles['toolbar']}>
      <Select
        label={text.table}
        value={table === null ? '' : keyOf(table)}
        choices={list.map((one) => ({ value: keyOf(one), label: `${one.schema}.${one.table}` }))}
        onChoose={(value) => {
          const chosen = list.find((one) => keyOf(one) === value)
          if (chosen) rows.chooseTable(chosen)
        }}
      />
      {state.status === 'comparing' ? (
        <Button onClick={rows.stop}>{text.stop}</Button>
      ) : (
        <Button aria-disabled={table === null} onClick={() => void rows.compare()}>
          {text.compareRows}
        </Button>
      )}
    </div>
  )
}

function Found({ screen, compared }: { screen: MergeScreen; compared: Compared }) {
  const { rows } = screen
  const chosen = useStore(rows.$chosen)
  const mayMerge = useStore(screen.$mayMerge)
  const { added, changed, removed, equal, only, truncated } = compared
  const sides = (['parent', 'branch'] as const).filter((side) => only[side].length > 0)
  if (compared.rows.length === 0 && !truncated) return <p role="status">{text.rowsEqual(equal)}</p>
  return (
    <>
      <p role="status">{text.rowsFound(added, changed, removed, equal)}</p>
      {truncated && <p className={styles['quiet']}>{text.rowsMore(compared.rows.length)}</p>}
      {sides.map((side) => (
        <p key={side} className={styles['quiet']}>
          {text.onlyIn(text.sides[side].toLowerCase(), only[side].join(', '))}
        </p>
      ))}
      <RowTable screen={screen} compared={compared} />
      <div className={styles['toolbar']}>
        <span className={styles['count']}>{text.chosen(chosen.size)}</span>
        <ControlButton kind="primary" controlState={mayMerge} onClick={rows.askToMerge}>
          {text.mergeRows}
        </ControlButton>
      </div>
    </>
  )
}

function RowTable({ screen: { rows }, compared }: { screen: MergeScreen; compared: Compared }) {
  const chosen = useStore(rows.$chosen)
  const { columns, key } = compared
  const isAll = chosen.size === compared.rows.length
  return (
    <WideScroller aria-label={text.data} className={styles['table']}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={isAll ? text.chooseNone : text.chooseAll}
                checked={isAll}
                onChange={rows.toggleAll}
              />
            </th>
            <th scope="col">{text.rowKind}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compared.rows.map(({ kind, parent, branch }, at) => (
            <tr key={at}>
              <td>
                <input
                  type="checkbox"
                  aria-label={text.chooseRow(
                    key.map((name) => (branch ?? parent)?.[columns.indexOf(name)] ?? '').join(', '),
                  )}
                  checked={chosen.has(at)}
                  onChange={() => rows.toggle(at)}
                />
              </td>
              <td>{text.rowKinds[kind]}</td>
              {columns.map((column, place) => (
                <td key={column}>
                  <Values parent={parent?.[place]} branch={branch?.[place]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </WideScroller>
  )
}

/** Undefined: the row is not there. */
function Values({
  parent,
  branch,
}: {
  parent: string | null | undefined
  branch: string | null | undefined
}) {
  if (parent === branch) return <Cell value={branch} />
  return (
    <>
      {parent !== undefined && (
        <del className={styles['old']}>
          <Cell value={parent} />
        </del>
      )}
      {branch !== undefined && (
        <ins className={styles['new']}>
          <Cell value={branch} />
        </ins>
      )}
    </>
  )
}

function Cell({ value }: { value: string | null | undefined }) {
  return value === null ? <span className={styles['null']}>{text.null}</span> : value
}
