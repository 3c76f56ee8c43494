/** The page of migrations: history, the one in progress, drift. */
import type { MigrationRow, MigrationsScreen } from '@basedeck/core'
import { migrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextButton } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { Drift } from './drift.js'
import { MigrationDraft } from './migration-draft.js'
import { MigrationFiles } from './migration-files.js'
import { MigrationPanels } from './migration-panel.js'
import styles from './migrations.module.css'

export function Migrations({ screen }: { screen: MigrationsScreen }) {
  const mayChange = useStore(screen.$mayChange)
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <Section
          title={text.history}
          description={text.historyLead}
          isFlush
          actions={
            <ControlButton kind="primary" controlState={mayChange} onClick={screen.create}>
              {text.create}
            </ControlButton>
          }
        >
          <DataList
            label={text.history}
            state={useStore(screen.$rows)}
            columns={columnsOf(screen, mayChange.disabled)}
            keyOf={({ version }) => version}
            empty={{ title: text.none, body: text.noneBody }}
          />
        </Section>
        <MigrationDraft screen={screen} />
        <MigrationFiles screen={screen} />
        <Drift screen={screen} />
      </Gated>
      <Confirm question={screen.reverting} title={text.revertTitle} confirmLabel={text.revert}>
        <p>{text.revertBody}</p>
      </Confirm>
      <Confirm
        question={screen.draft.discarding}
        title={() => text.draftDiscardTitle}
        confirmLabel={text.draftDiscard}
      >
        <p>{text.draftDiscardBody}</p>
      </Confirm>
      <MigrationPanels screen={screen} />
    </Page>
  )
}

const columnsOf = (
  screen: MigrationsScreen,
  mayNotChange: boolean,
): readonly DataListColumn<MigrationRow>[] => [
  {
    key: 'name',
    label: text.columns.name,
    isRowHeader: true,
    cell: ({ version, name }) => (
      <TextButton
        aria-haspopup="dialog"
        aria-label={text.showNamed(name)}
        onClick={() => screen.show(version)}
      >
        {name}
      </TextButton>
    ),
  },
  {
    key: 'version',
    label: text.columns.version,
    isNarrow: true,
    cell: ({ version }) => <code>{version}</code>,
  },
  {
    key: 'time',
    label: text.columns.time,
    isNarrow: true,
    cell: ({ madeAt }) => madeAt !== null && <Time at={madeAt} />,
  },
  { key: 'author', label: text.columns.author, isNarrow: true, cell: ({ author }) => author },
  {
    key: 'statements',
    label: text.columns.statements,
    isNarrow: true,
    align: 'end',
    cell: ({ statements }) => statements,
  },
  {
    key: 'actions',
    label: text.columns.actions,
    isHiddenLabel: true,
    isNarrow: true,
    align: 'end',
    cell: ({ version }) =>
      !mayNotChange && (
        <span className={styles['actions']}>
          <Button
            kind="ghost"
            aria-label={text.revertNamed(version)}
            onClick={() => screen.reverting.ask(version)}
          >
            {text.remove}
          </Button>
        </span>
      ),
  },
]
