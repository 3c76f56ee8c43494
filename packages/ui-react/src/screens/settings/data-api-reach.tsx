/** What applications reach: each table, view and function with what protects it. */
import type { DataApiOpening, ReachedRow } from '@basedeck/core'
import { dataApiText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Name } from '../../elements/name.js'
import { Section } from '../../elements/section.js'
import styles from './data-api.module.css'

/** Percent. */
const SHARES = { name: 28, mark: 24, role: 14, kind: 14 }

export function DataApiReach({ opening, isOn }: { opening: DataApiOpening; isOn: boolean }) {
  const rows = useStore(opening.$rows)
  const about = useStore(opening.$about)
  const more = useStore(opening.$more)
  const problem = useStore(opening.$problem)
  const mayTurnOn = useStore(opening.$mayTurnOn)
  const columns = useColumns(opening)
  if (rows === null) return null
  const isReady = rows.status === 'ready'
  return (
    <Section
      title={text.reach}
      description={about}
      isFlush
      footer={
        <>
          <Button onClick={opening.close}>{text.close}</Button>
          {!isOn && isReady && (
            <ControlButton kind="primary" controlState={mayTurnOn} onClick={opening.askToTurnOn}>
              {text.turnOnNow}
            </ControlButton>
          )}
        </>
      }
    >
      {problem !== null && (
        <div className={styles['problem']}>
          <ErrorAlert title={problem.title} remarks={[problem.message]} />
        </div>
      )}
      <DataList
        label={text.reach}
        state={rows}
        columns={columns}
        keyOf={({ key }) => key}
        empty={{ title: text.reachEmpty, body: text.reachEmptyBody }}
      />
      {more !== null && <p className={styles['more']}>{more}</p>}
    </Section>
  )
}

function useColumns(opening: DataApiOpening): DataListColumn<ReachedRow>[] {
  const mayEnable = useStore(opening.$mayEnableRls)
  const { columns } = text
  return [
    {
      key: 'name',
      label: columns.name,
      isRowHeader: true,
      share: SHARES.name,
      cell: ({ name }) => <Name>{name}</Name>,
    },
    {
      key: 'mark',
      label: columns.mark,
      share: SHARES.mark,
      cell: ({ note, isWarned }) => <span className={isWarned ? styles['warned'] : undefined}>{note}</span>,
    },
    { key: 'anon', label: columns.anon, share: SHARES.role, cell: ({ anon }) => anon },
    {
      key: 'authenticated',
      label: columns.authenticated,
      share: SHARES.role,
      cell: ({ authenticated }) => authenticated,
    },
    { key: 'kind', label: columns.kind, share: SHARES.kind, cell: ({ kind }) => kind },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      isNarrow: true,
      cell: (row) =>
        row.table !== null && (
          <ControlButton
            kind="ghost"
            aria-label={text.enableRlsOf(row.name)}
            aria-busy={row.isRunning}
            controlState={mayEnable}
            onClick={() => void opening.enableRls(row)}
          >
            {row.isRunning ? text.enablingRls : text.enableRls}
          </ControlButton>
        ),
    },
  ]
}
