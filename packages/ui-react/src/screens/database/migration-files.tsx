/** Files of a folder beside the history, and the button that applies those that are new. */
import type { MigrationsScreen } from '@basedeck/core'
import type { MigrationStanding } from '@basedeck/core/rules'
import { migrationsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Section } from '../../elements/section.js'
import styles from './migrations.module.css'

export function MigrationFiles({ screen }: { screen: MigrationsScreen }) {
  const { files } = screen
  const chosen = useStore(files.$chosen)
  if (!files.canChoose) return null
  return (
    <Section
      title={text.files}
      description={text.filesLead}
      actions={
        <>
          {chosen.status !== 'none' && (
            <Button kind="ghost" onClick={files.close}>
              {text.filesClose}
            </Button>
          )}
          <Button onClick={() => void files.choose()}>
            {chosen.status === 'none' ? text.filesChoose : text.filesAgain}
          </Button>
        </>
      }
    >
      {chosen.status === 'none' ? undefined : (
        <div className={styles['draft']} aria-busy={chosen.status === 'reading'}>
          {chosen.status === 'reading' && <p role="status">{text.filesReading}</p>}
          {chosen.status === 'failed' && <ErrorAlert title={text.filesFailed} remarks={[chosen.message]} />}
          {chosen.status === 'read' && (
            <>
              <p className={styles['quiet']}>{text.filesIn(chosen.folder, chosen.others)}</p>
              <Standings screen={screen} />
            </>
          )}
        </div>
      )}
    </Section>
  )
}

function Standings({ screen: { files, $mayChange } }: { screen: MigrationsScreen }) {
  const standings = useStore(files.$standings)
  const pending = useStore(files.$pending)
  const remarks = useStore(files.$remarks)
  const applied = useStore(files.$applied)
  const mayChange = useStore($mayChange)
  if (standings === null) return null
  return (
    <>
      <DataList
        label={text.filesList}
        state={standings}
        columns={COLUMNS}
        keyOf={({ version, file }) => `${version} ${file ?? ''}`}
        empty={{ title: text.filesNone, body: text.filesLead }}
      />
      {remarks.length > 0 && <ErrorAlert title={text.filesUndecided} remarks={remarks} />}
      <div className={styles['buttons']}>
        {applied !== null && <p role="status">{text.filesApplying(applied.done, applied.of)}</p>}
        {pending.length === 0
          ? standings.status === 'ready' && remarks.length === 0 && <p role="status">{text.filesNone}</p>
          : applied === null && (
              <ControlButton
                kind="primary"
                controlState={mayChange}
                onClick={() => files.applying.ask(pending)}
              >
                {text.filesApply(pending.length)}
              </ControlButton>
            )}
      </div>
      <ApplyQuestion question={files.applying} />
    </>
  )
}

/** Lists what was asked for: while it runs, the pending ones become fewer. */
function ApplyQuestion({ question }: { question: MigrationsScreen['files']['applying'] }) {
  const state = useStore(question.$state)
  const asked = useLast(state.status === 'open' ? state.subject : null) ?? []
  return (
    <Confirm
      question={question}
      title={({ length }) => text.filesApplyTitle(length)}
      confirmLabel={text.filesApply(asked.length)}
      kind="primary"
    >
      <p>{text.filesApplyBody}</p>
      <ol>
        {asked.map(({ version, file }) => (
          <li key={version}>
            <code>{file}</code>
          </li>
        ))}
      </ol>
    </Confirm>
  )
}

const TONES: Readonly<Record<MigrationStanding['state'], BadgeTone>> = {
  applied: 'good',
  pending: 'accent',
  late: 'bad',
  changed: 'bad',
  double: 'bad',
  missing: 'quiet',
}

const COLUMNS: readonly DataListColumn<MigrationStanding>[] = [
  {
    key: 'file',
    label: text.filesColumns.file,
    isRowHeader: true,
    cell: ({ file, name, version }) => file ?? (name || version),
  },
  {
    key: 'version',
    label: text.filesColumns.version,
    isNarrow: true,
    cell: ({ version }) => <code>{version}</code>,
  },
  {
    key: 'state',
    label: text.filesColumns.state,
    isNarrow: true,
    cell: ({ state }) => <Badge tone={TONES[state]}>{text.standings[state]}</Badge>,
  },
]
