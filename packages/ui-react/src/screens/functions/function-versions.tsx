/** The versions of a function, and how one differs from the one that answers calls. */
import type { FunctionVersions as Versions, VersionRow } from '@basedeck/core'
import { functionsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../../bind/deck-context.js'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Time } from '../../elements/time.js'
import { DiffView } from '../../widgets/code-editor/diff-view.js'
import styles from './functions.module.css'

const text = functionsText.versions
const { columns } = text

export function FunctionVersions({ versions }: { versions: Versions }) {
  return (
    <Section title={text.title} isFlush>
      <DataList
        label={text.title}
        state={useStore(versions.$rows)}
        columns={columnsOf(versions)}
        keyOf={({ version }) => version}
        empty={{ title: text.none }}
      />
      <Comparison versions={versions} />
      <Confirm
        question={versions.rollback}
        title={text.rollBackTitle}
        confirmLabel={text.rollBackConfirm}
        kind="primary"
      >
        {text.rollBackBody}
      </Confirm>
    </Section>
  )
}

const columnsOf = (versions: Versions): readonly DataListColumn<VersionRow>[] => [
  {
    key: 'version',
    label: columns.version,
    isRowHeader: true,
    cell: ({ version, isServed, note }) => (
      <span className={styles['name']}>
        {version} {isServed && <Badge tone="good">{text.served}</Badge>}
        {note !== '' && <small>{note}</small>}
      </span>
    ),
  },
  { key: 'made', label: columns.made, isNarrow: true, cell: ({ madeAt }) => <Time at={madeAt} /> },
  { key: 'by', label: columns.by, cell: ({ madeBy }) => madeBy },
  { key: 'files', label: columns.files, isNarrow: true, align: 'end', cell: ({ files }) => files },
  { key: 'size', label: columns.size, isNarrow: true, align: 'end', cell: ({ size }) => size },
  {
    key: 'actions',
    label: columns.actions,
    isHiddenLabel: true,
    isNarrow: true,
    align: 'end',
    cell: (row) =>
      !row.isServed && (
        <RowMenuButton label={text.actionsOf(row.version)} actions={() => versions.actions(row)} />
      ),
  },
]

function Comparison({ versions }: { versions: Versions }) {
  const comparison = useStore(versions.$comparison)
  const last = useLast(comparison)
  const { preferences } = useDeck()
  const theme = useStore(preferences.$theme)
  return (
    <SidePanel
      open={comparison !== null}
      title={last?.title ?? ''}
      closeLabel={text.close}
      isWide
      onClose={versions.close}
    >
      {last && (
        <RemoteContent state={last.files}>
          {(files) =>
            files.length === 0 ? (
              <p>{text.same}</p>
            ) : (
              files.map(({ name, before, after }) => (
                <section key={name} aria-label={name} className={styles['difference']}>
                  <h3>{name}</h3>
                  <div className={styles['diff']}>
                    <DiffView label={name} before={before} after={after} theme={theme} />
                  </div>
                </section>
              ))
            )
          }
        </RemoteContent>
      )}
    </SidePanel>
  )
}
