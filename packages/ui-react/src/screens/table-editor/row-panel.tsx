/** One row as a form, and the row that a cell refers to: both beside the rows. */
import type { ShownRowForm, PeekedRow, RowField, TableGridScreen } from '@basedeck/core'
import { sqlText, tableEditText, tableReferenceText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown, ChevronUp, KeyRound } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { FactList } from '../../elements/fact-list.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import { ValueField } from '../../widgets/value-field/value-field.js'
import { Dock, type DockProps } from '../parts/dock.js'
import styles from './row-panel.module.css'

type PanelSlot = Pick<DockProps, 'area' | 'focusCell'>

const FIELD_TEXT = {
  nullWord: sqlText.cellNull,
  setNull: tableEditText.setNull,
  setDefault: tableEditText.setDefault,
  setEmpty: tableEditText.setEmpty,
  emptyText: tableEditText.emptyText,
  loadingValue: tableEditText.loadingValue,
  pickDate: tableEditText.pickDate,
  menu: text.valueMenu,
}

export function RowPanel({ screen, ...slot }: PanelSlot & { screen: TableGridScreen }) {
  const row = useStore(screen.$openRow)
  const shown = useLast(row)
  return (
    <Dock
      {...slot}
      title={row && row.title}
      lastTitle={shown?.title ?? ''}
      buttons={shown && <Steps row={shown} onStep={screen.stepRow} />}
      onClose={screen.closeRow}
    >
      {shown && (
        <div key={shown.key} className={styles['fields']}>
          {shown.state === 'deleted' && <Badge tone="bad">{tableEditText.deletedRow}</Badge>}
          {shown.fields.map((field) => (
            <Field key={field.name} field={field} />
          ))}
        </div>
      )}
    </Dock>
  )
}

function Steps({ row, onStep }: { row: ShownRowForm; onStep(by: number): void }) {
  return (
    <>
      <IconButton
        label={text.previousRow}
        icon={<Icon of={ChevronUp} />}
        disabled={!row.hasPrevious}
        onClick={() => onStep(-1)}
      />
      <IconButton
        label={text.nextRow}
        icon={<Icon of={ChevronDown} />}
        disabled={!row.hasNext}
        onClick={() => onStep(1)}
      />
    </>
  )
}

function Field({ field }: { field: RowField }) {
  const { type, isKey, comment, picks, set, ...more } = field
  return (
    <ValueField
      {...more}
      detail={
        <>
          <code className={styles['type']}>{type}</code>
          {isKey && (
            <span title={text.key} className={styles['key']}>
              <Icon of={KeyRound} size={12} />
              <span className={styles['hidden']}>{text.key}</span>
            </span>
          )}
        </>
      }
      {...(comment === null ? {} : { note: comment })}
      actions={picks}
      text={FIELD_TEXT}
      onSet={set}
    />
  )
}

export function PeekPanel({ screen, ...slot }: PanelSlot & { screen: TableGridScreen }) {
  const peek = useStore(screen.$peek)
  const shown = useLast(peek)
  return (
    <Dock {...slot} title={peek && peek.title} lastTitle={shown?.title ?? ''} onClose={screen.closePeek}>
      {shown && (
        <div className={styles['fields']}>
          <TextLink href={shown.href}>{shown.openLabel}</TextLink>
          <Peeked content={shown.content} />
        </div>
      )}
    </Dock>
  )
}

function Peeked({ content }: Pick<PeekedRow, 'content'>) {
  switch (content.status) {
    case 'loading':
      return <Skeleton label={tableEditText.loadingValue} />
    case 'failed':
      return <LoadFailure title={content.title} message={content.detail} onRetry={content.retry} />
    case 'missing':
      return <p className={styles['missing']}>{content.title}</p>
    case 'ready':
      return (
        <FactList
          facts={content.fields.map(({ name, type, value, isCut }) => ({
            key: name,
            label: name,
            value: (
              <span className={styles['peeked']} title={type} data-null={value === null}>
                {value ?? sqlText.cellNull}
                {isCut && '…'}
              </span>
            ),
          }))}
        />
      )
  }
}
