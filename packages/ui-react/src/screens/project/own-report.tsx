/** A report that people made: its parameters, and its blocks in one or two columns. */
import type { OwnReportScreen } from '@basedeck/core'
import { REPORT_BLOCK_TYPES } from '@basedeck/core/rules'
import { ownReportsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { Select } from '../../elements/select.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import fieldStyles from '../../elements/field.module.css'
import { Gated } from '../parts/gated.js'
import styles from './own-report.module.css'
import { ReportBlockView } from './report-block.js'
import { ReportParameterBar } from './report-parameters.js'

export function OwnReport({ screen }: { screen: OwnReportScreen }) {
  return (
    <Page
      title={<Name screen={screen} />}
      description={useStore(screen.$isShared) ? text.isShared : text.isPrivate}
      width="list"
      back={{ href: screen.listHref, label: text.back }}
      actions={<Tools screen={screen} />}
    >
      <Gated gate={screen.gate}>
        <Content screen={screen} />
      </Gated>
    </Page>
  )
}

function Name({ screen }: { screen: OwnReportScreen }) {
  const name = useStore(screen.$name)
  const typed = useStore(screen.rename.$typed)
  const isEditing = useStore(screen.$isEditing)
  if (typed !== null) {
    return (
      <input
        className={fieldStyles['input']}
        aria-label={text.name}
        value={typed}
        maxLength={100}
        ref={focusOnce}
        onChange={(event) => screen.rename.type(event.target.value)}
        onBlur={screen.rename.commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') screen.rename.commit()
          if (event.key === 'Escape') screen.rename.cancel()
        }}
      />
    )
  }
  return (
    <>
      {name}{' '}
      {isEditing && (
        <Button kind="ghost" onClick={screen.rename.begin}>
          {text.rename}
        </Button>
      )}
    </>
  )
}

function Tools({ screen }: { screen: OwnReportScreen }) {
  const mayEdit = useStore(screen.$mayEdit)
  const isEditing = useStore(screen.$isEditing)
  const saving = useStore(screen.$saving)
  const columns = useStore(screen.$columns)
  const canUndo = useStore(screen.$canUndo)
  const canRedo = useStore(screen.$canRedo)
  if (useStore(screen.$placeholder).type !== 'shown') return null
  return (
    <>
      <output className={styles['saving']} title={saving.detail}>
        {saving.label}
      </output>
      {saving.mayRetry && <Button onClick={screen.save}>{text.again}</Button>}
      {isEditing && (
        <>
          <IconButton
            label={text.undo}
            icon={<Icon of={Undo2} size={14} />}
            disabled={!canUndo}
            onClick={screen.undo}
          />
          <IconButton
            label={text.redo}
            icon={<Icon of={Redo2} size={14} />}
            disabled={!canRedo}
            onClick={screen.redo}
          />
          <Select
            label={text.columns}
            value={String(columns)}
            choices={[
              { value: '1', label: text.columnsOf[1] },
              { value: '2', label: text.columnsOf[2] },
            ]}
            onChoose={(value) => screen.setColumns(value === '1' ? 1 : 2)}
          />
          <AddMenu screen={screen} />
        </>
      )}
      <Button onClick={screen.refresh}>{text.refresh}</Button>
      <Button
        kind={isEditing ? 'primary' : 'default'}
        disabled={mayEdit.disabled}
        title={mayEdit.hint}
        onClick={() => screen.setEditing(!isEditing)}
      >
        {isEditing ? text.done : text.edit}
      </Button>
    </>
  )
}

function AddMenu({ screen }: { screen: OwnReportScreen }) {
  return (
    <ActionMenu
      trigger={<Button>{text.addBlock}</Button>}
      groups={[
        {
          items: REPORT_BLOCK_TYPES.map((type) => ({
            label: text.types[type],
            onChoose: () => screen.add(type),
          })),
        },
      ]}
    />
  )
}

function Content({ screen }: { screen: OwnReportScreen }) {
  const placeholder = useStore(screen.$placeholder)
  switch (placeholder.type) {
    case 'loading':
      return <Skeleton label={text.loading} lines={6} />
    case 'failed':
      return <LoadFailure message={placeholder.message} onRetry={placeholder.retry} />
    case 'missing':
      return (
        <EmptyState title={text.missing} body={text.missingBody}>
          <TextLink href={screen.listHref}>{text.back}</TextLink>
        </EmptyState>
      )
    case 'unreadable':
      return <EmptyState title={text.unreadable} body={text.unreadableBody} />
    case 'shown':
      return (
        <>
          <Notices screen={screen} />
          <ReportParameterBar screen={screen} />
          <Blocks screen={screen} />
        </>
      )
  }
}

function Notices({ screen }: { screen: OwnReportScreen }) {
  const choice = useStore(screen.$choice)
  const left = useStore(screen.$left)
  if (left !== null) {
    return (
      <div role="alert" className={styles['notice']}>
        <p>{text.left[left]}</p>
        <Button onClick={screen.keepAsNew}>{text.left.keep}</Button>
        <Button kind="ghost" onClick={screen.discard}>
          {text.left.discard}
        </Button>
      </div>
    )
  }
  if (choice === null) return null
  return (
    <div role="alert" className={styles['notice']}>
      <p>
        <strong>{choice === 'window' ? text.conflict.window : text.conflict.title}</strong>{' '}
        {text.conflict.body}
      </p>
      <Button onClick={screen.keepMine}>{text.conflict.keepMine}</Button>
      <Button onClick={screen.takeTheirs}>{text.conflict.takeTheirs}</Button>
    </div>
  )
}

function Blocks({ screen }: { screen: OwnReportScreen }) {
  const blocks = useStore(screen.$blocks)
  const columns = useStore(screen.$columns)
  const isEditing = useStore(screen.$isEditing)
  const mayEdit = useStore(screen.$mayEdit)
  const [dragged, setDragged] = useState<string | null>(null)
  const said = useStore(screen.$said)
  return (
    <>
      {blocks.length === 0 ? (
        <EmptyState title={text.empty} body={mayEdit.disabled ? text.emptyRead : text.emptyBody}>
          {!mayEdit.disabled && <AddMenu screen={screen} />}
        </EmptyState>
      ) : (
        <div className={styles['blocks']} data-columns={columns}>
          {blocks.map((shown) => (
            <div
              key={shown.block.id}
              role="presentation"
              className={styles['place']}
              data-wide={shown.block.isWide || columns === 1}
              data-dragged={dragged === shown.block.id}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                if (dragged === null) return
                event.preventDefault()
                screen.moveTo(dragged, shown.at)
                setDragged(null)
              }}
            >
              <ReportBlockView screen={screen} shown={shown} isEditing={isEditing} onDrag={setDragged} />
            </div>
          ))}
        </div>
      )}
      <p role="status" className={styles['said']}>
        {said}
      </p>
    </>
  )
}

/** Runs when the field is there, and not again while it stays. */
function focusOnce(field: HTMLElement | null): void {
  field?.focus()
}
