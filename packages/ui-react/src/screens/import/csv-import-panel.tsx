/** The panel of an import: the file, how it is read, where it goes, and how it ended. */
import type { CsvImport } from '@basedeck/core'
import { importText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { useTopOn } from '../../bind/use-top-on.js'
import { Button } from '../../elements/button.js'
import { ChoiceCards } from '../../elements/radio-cards.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import { ControlButton } from '../../elements/control-button.js'
import { Select } from '../../elements/select.js'
import { SidePanel } from '../../elements/side-panel.js'
import { ColumnList } from './column-list.js'
import styles from './csv-import.module.css'
import { ImportOutcome } from './import-outcome.js'
import { ImportTarget } from './import-target.js'
import { PreviewTable } from './preview-table.js'
import { ReadingChoice } from './reading-choice.js'
import { SourceChoice } from './source-choice.js'

export interface CsvImportPanelProps {
  /** Null: closed. */
  csvImport: CsvImport | null
  onClose(): void
}

export function CsvImportPanel({ csvImport, onClose }: CsvImportPanelProps) {
  const last = useLast(csvImport)
  return (
    <SidePanel
      open={csvImport !== null}
      title={last?.title ?? text.title}
      closeLabel={text.close}
      isWide
      onClose={() => (csvImport?.leave() ?? true) && onClose()}
    >
      {last && <Panel csvImport={last} onClose={onClose} />}
    </SidePanel>
  )
}

function Panel({ csvImport, onClose }: { csvImport: CsvImport; onClose(): void }) {
  const file = useStore(csvImport.source.$file)
  const state = useStore(csvImport.run.$state)
  const isLeaving = useStore(csvImport.$isLeaving)
  // How far it is and how it ended stands above the fields, which are longer than the panel.
  const scroll = useTopOn<HTMLDivElement>(state.status)
  return (
    <div className={styles['panel']}>
      {file === null && <SourceChoice csvImport={csvImport} />}
      {file !== null && state.status === 'imported' && (
        <ImportOutcome csvImport={csvImport} state={state} onClose={onClose} />
      )}
      {file !== null && state.status !== 'imported' && (
        <>
          <div ref={scroll} className={styles['scroll']}>
            <ImportOutcome csvImport={csvImport} state={state} onClose={onClose} />
            <fieldset disabled={state.status === 'running'} className={styles['steps']}>
              <ReadingChoice csvImport={csvImport} />
              <Preview csvImport={csvImport} />
              <ImportTarget csvImport={csvImport} />
              <ColumnList csvImport={csvImport} />
              <Options csvImport={csvImport} />
            </fieldset>
          </div>
          <Footer csvImport={csvImport} isRunning={state.status === 'running'} />
        </>
      )}
      <ConfirmDialog
        open={isLeaving}
        title={text.leaving}
        cancelLabel={text.stay}
        confirmLabel={text.leave}
        kind="danger"
        onCancel={csvImport.stay}
        onConfirm={() => {
          csvImport.run.cancel()
          csvImport.stay()
          onClose()
        }}
      >
        {text.leavingBody}
      </ConfirmDialog>
    </div>
  )
}

function Preview({ csvImport }: { csvImport: CsvImport }) {
  const preview = useStore(csvImport.$preview)
  return preview && <PreviewTable preview={preview} />
}

function Options({ csvImport }: { csvImport: CsvImport }) {
  const options = useStore(csvImport.$options)
  const role = useStore(csvImport.$role)
  return (
    <section aria-label={text.options} className={styles['section']}>
      <div className={styles['choices']}>
        <label>
          <span aria-hidden>{text.emptyCells}</span>
          <Select
            label={text.emptyCells}
            value={options.empty}
            choices={csvImport.choices.empty}
            onChoose={(empty) => csvImport.setOptions({ empty: empty as typeof options.empty })}
          />
        </label>
      </div>
      <ChoiceCards
        label={text.badRows}
        name="bad-rows"
        value={options.onBadRows}
        choices={[
          { value: 'refuse' as const, label: text.onBadRows.refuse },
          { value: 'skip' as const, label: text.onBadRows.skip },
        ]}
        onChoose={(onBadRows) => csvImport.setOptions({ onBadRows })}
      />
      {role !== null && <p className={styles['quiet']}>{text.asRole(role)}</p>}
    </section>
  )
}

function Footer({ csvImport, isRunning }: { csvImport: CsvImport; isRunning: boolean }) {
  const { label, ...control } = useStore(csvImport.$start)
  return (
    <footer className={styles['footer']}>
      {isRunning ? (
        <Button onClick={csvImport.run.cancel}>{text.cancel}</Button>
      ) : (
        <ControlButton
          kind="primary"
          controlState={control}
          isExplained
          onClick={() => void csvImport.start()}
        >
          {label}
        </ControlButton>
      )}
    </footer>
  )
}
