import type { ExtensionAction, ExtensionRow, ExtensionsScreen } from '@basedeck/core'
import { extensionsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Page } from '../../elements/page.js'
import { TextButton } from '../../elements/text-link.js'
import { SearchField } from '../../elements/search-field.js'
import { useLast } from '../../bind/use-last.js'
import { Dependents, RowPanel } from '../catalogue/row-panel.js'
import { ObjectPanels } from '../objects/object-panels-view.js'
import { Gated } from '../parts/gated.js'
import styles from './extensions.module.css'

export function Extensions({ screen }: { screen: ExtensionsScreen }) {
  const search = useStore(screen.$search)
  const problem = useStore(screen.$problem)
  const note = useStore(screen.$note)
  const dependents = useLast(useStore(screen.$dependents))
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <div className={styles['search']}>
          <SearchField label={text.search} value={search} onChange={screen.search} />
        </div>
        {problem !== null && <ErrorAlert title={problem.title} remarks={[problem.message]} />}
        <DataList
          label={screen.title}
          state={useStore(screen.$rows)}
          columns={columnsOf(screen)}
          keyOf={({ name }) => name}
          empty={{ title: text.noneFound }}
        />
        {note !== null && <p>{note}</p>}
      </Gated>
      <Confirm
        question={screen.removal}
        title={({ name }) => text.removeTitle(name)}
        confirmLabel={text.remove}
      >
        <p>{text.removeBody}</p>
        {dependents && <Dependents dependents={dependents} />}
      </Confirm>
      <Allowance screen={screen} />
      <RowPanel row={screen.row} copy={screen.copy} />
      <ObjectPanels panels={screen.objects} />
    </Page>
  )
}

function Allowance({ screen: { allowance } }: { screen: ExtensionsScreen }) {
  const state = useStore(allowance.$state)
  const last = useLast(state.status === 'open' ? state.subject : null)
  return (
    <Confirm
      question={allowance}
      title={({ name }) => text.allowTitle(name)}
      confirmLabel={text.allowConfirm}
    >
      <p>{last?.body}</p>
    </Confirm>
  )
}

const columnsOf = (screen: ExtensionsScreen): readonly DataListColumn<ExtensionRow>[] => [
  {
    key: 'name',
    label: text.columns.name,
    isRowHeader: true,
    isNarrow: true,
    cell: ({ name }) => (
      <TextButton aria-haspopup="dialog" onClick={() => screen.row.open(name)}>
        <code>{name}</code>
      </TextButton>
    ),
  },
  { key: 'version', label: text.columns.version, isNarrow: true, cell: ({ version }) => version },
  {
    key: 'state',
    label: text.columns.state,
    isNarrow: true,
    cell: ({ badge, mark }) => (
      <span className={styles['state']}>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {mark !== null && <small>{mark}</small>}
      </span>
    ),
  },
  {
    key: 'about',
    label: text.columns.about,
    cell: ({ comment, note }) => (
      <span className={styles['about']}>
        {comment}
        {note !== null && <small>{note}</small>}
      </span>
    ),
  },
  {
    key: 'actions',
    label: text.columns.actions,
    isHiddenLabel: true,
    align: 'end',
    isNarrow: true,
    cell: ({ actions }) => (
      <span className={styles['actions']}>
        {actions.map((action) => (
          <ActionButton key={action.kind} action={action} />
        ))}
      </span>
    ),
  },
]

function ActionButton({ action }: { action: ExtensionAction }) {
  return (
    <ControlButton
      kind="ghost"
      controlState={action.control}
      aria-label={action.name}
      aria-disabled={action.isRunning}
      onClick={action.run}
    >
      {action.label}
    </ControlButton>
  )
}
