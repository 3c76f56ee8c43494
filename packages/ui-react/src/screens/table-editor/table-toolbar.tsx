/** What orders and filters the rows, and what the table is. */
import type { ControlState, TableChip, TableGridScreen } from '@basedeck/core'
import { tableEditText, tableText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowUpDown, ChevronDown, Eye, ListFilter, Plus, RefreshCw, X } from 'lucide-react'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useRoving } from '../../bind/use-roving.js'
import { useScrollEdges } from '../../bind/use-scroll-edges.js'
import { ActionMenu, type ActionItem } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { classNames } from '../../elements/class-names.js'
import { ControlButton } from '../../elements/control-button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import edges from '../../elements/wide-scroller.module.css'
import { ExportDialog, useExportGroups } from '../parts/export-menu.js'
import { ImpersonationDialog, RoleButton } from '../parts/impersonation-dialog.js'
import { FilterForm } from './filter-form.js'
import { RlsButton } from './rls-button.js'
import { TableFactsButton } from './table-facts.js'
import styles from './table-grid.module.css'

export function TableToolbar({ screen }: { screen: TableGridScreen }) {
  const about = useStore(screen.$about)
  const hidden = useStore(screen.$hiddenCount)
  return (
    <div
      ref={useRoving<HTMLDivElement>('across')}
      role="toolbar"
      aria-label={text.toolbar}
      data-pane
      className={styles['toolbar']}
    >
      <div className={styles['line']}>
        {/* First: what comes when the table is known does not move it. */}
        <Filter screen={screen} />
        <div
          ref={useScrollEdges<HTMLDivElement>()}
          className={classNames(edges['scroller'], styles['group'])}
        >
          {hidden > 0 && (
            <Button icon={<Icon of={Eye} size={14} />} onClick={screen.showHidden}>
              {text.hiddenColumns(hidden)}
            </Button>
          )}
          {about && <TableFactsButton key={about.label} screen={screen} about={about} />}
          {about?.rls && <RlsButton screen={screen} {...about.rls} />}
          <RoleButton picker={screen.impersonation} />
          <IconButton
            label={text.refresh}
            icon={<Icon of={RefreshCw} size={14} />}
            onClick={screen.refresh}
          />
          <Actions screen={screen} />
          <InsertButton screen={screen} />
        </div>
      </div>
      <ChipLine screen={screen} />
      <ImpersonationDialog picker={screen.impersonation} />
      <ExportDialog screen={screen} />
    </div>
  )
}

/** Typed as text; Enter adds it. */
function Filter({ screen }: { screen: TableGridScreen }) {
  const [typed, setTyped] = useState('')
  const problem = useStore(screen.$filterProblem)
  const hint = useStore(screen.$filterHint)
  const id = useId()
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '' && screen.addFilter(typed)) setTyped('')
  }
  return (
    <form className={styles['filter']} onSubmit={add}>
      <FilterForm screen={screen} />
      <input
        aria-label={text.filterLabel}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : id}
        className={styles['input']}
        placeholder={hint}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => {
          setTyped(event.target.value)
          screen.clearFilterProblem()
        }}
      />
      {problem !== null && (
        <p id={id} role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </form>
  )
}

/** A line of its own, which is there with its first filter. */
function ChipLine({ screen }: { screen: TableGridScreen }) {
  const filters = useStore(screen.$filters)
  const sorts = useStore(screen.$sorts)
  if (filters.length === 0 && sorts.length === 0) return null
  return (
    <div className={styles['chips']}>
      <Chips
        chips={filters.map(({ filter, ...chip }) => ({
          ...chip,
          change: { label: text.changeFilter(chip.text), run: () => screen.openFilterForm(filter) },
        }))}
        icon={<Icon of={ListFilter} size={12} />}
      />
      <Chips chips={sorts} icon={<Icon of={ArrowUpDown} size={12} />} />
    </div>
  )
}

/** `change`: a press on its text opens it. */
interface Chip extends TableChip {
  change?: { label: string; run(): void }
}

function Chips({ chips, icon }: { chips: readonly Chip[]; icon: ReactNode }) {
  return chips.map(({ key, text: said, removeLabel, remove, change }) => (
    <span key={key} className={styles['chip']}>
      {icon}
      {change ? (
        <button
          type="button"
          className={styles['said']}
          title={said}
          aria-label={change.label}
          onClick={change.run}
        >
          <bdi>{said}</bdi>
        </button>
      ) : (
        <bdi className={styles['said']} title={said}>
          {said}
        </bdi>
      )}
      <IconButton
        label={removeLabel}
        icon={<Icon of={X} size={12} />}
        className={styles['remove']}
        onClick={remove}
      />
    </span>
  ))
}

/** What changes the table, and what copies its rows. */
function Actions({ screen }: { screen: TableGridScreen }) {
  const { structure } = screen
  const columns = useStore(structure.$columns)
  const importing = useStore(structure.importing.$control)
  return (
    <ActionMenu
      align="end"
      trigger={
        <Button>
          {text.actions} <Icon of={ChevronDown} size={12} />
        </Button>
      }
      groups={[
        {
          items: [
            itemOf(text.newColumn, columns, structure.newColumn),
            itemOf(text.import, importing, structure.importing.open),
          ],
        },
        ...useExportGroups(screen),
      ]}
    />
  )
}

function itemOf(label: string, { disabled, hint }: ControlState, onChoose: () => void): ActionItem {
  return { label, isOff: disabled, ...(hint === undefined ? {} : { detail: hint }), onChoose }
}

function InsertButton({ screen }: { screen: TableGridScreen }) {
  return (
    <ControlButton
      icon={<Icon of={Plus} size={14} />}
      controlState={useStore(screen.editing.$canInsert)}
      onClick={screen.editing.insertRow}
    >
      {tableEditText.insert}
    </ControlButton>
  )
}
