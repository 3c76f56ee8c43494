/** What is not saved yet, and what can be done with it. */
import type { EditBar as Bar, TableGridScreen } from '@basedeck/core'
import { tableEditText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Redo2, Undo2 } from 'lucide-react'
import { modKey } from '../../bind/platform-keys.js'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Select } from '../../elements/select.js'
import styles from './edit-bar.module.css'

export function EditBar({ editing }: Pick<TableGridScreen, 'editing'>) {
  return (
    <>
      <KeptEdits editing={editing} />
      <MissingColumns editing={editing} />
      <Referring editing={editing} />
      <StagedEdits editing={editing} />
    </>
  )
}

/** Of other roles. */
function KeptEdits({ editing }: Pick<TableGridScreen, 'editing'>) {
  const kept = useStore(editing.$kept)
  return kept.map(({ key, text: said, step }) => (
    <div key={key} role="status" className={styles['bar']} data-kept>
      <span>{said}</span>
      <div className={styles['steps']}>
        <Button onClick={step.run}>{step.label}</Button>
      </div>
    </div>
  ))
}

/** Staged changes of columns that were renamed or dropped. */
function MissingColumns({ editing }: Pick<TableGridScreen, 'editing'>) {
  const missing = useStore(editing.$missing)
  return missing.map(({ column, text: said, carryLabel, dropLabel, choices, carryTo, drop }) => (
    <div key={column} role="status" className={styles['bar']}>
      <span className={styles['remark']}>{said}</span>
      <div className={styles['steps']}>
        <Select
          label={carryLabel}
          value={text.carryChoice}
          choices={choices.map((name) => ({ value: name, label: name }))}
          onChoose={carryTo}
        />
        <Button onClick={drop}>{dropLabel}</Button>
      </div>
    </div>
  ))
}

/** What a deletion takes along. */
function Referring({ editing }: Pick<TableGridScreen, 'editing'>) {
  const sentences = useStore(editing.$referring)
  return sentences.map((sentence) => (
    <div key={sentence} role="status" className={styles['bar']}>
      <span className={styles['remark']}>{sentence}</span>
    </div>
  ))
}

function StagedEdits({ editing }: Pick<TableGridScreen, 'editing'>) {
  const bar = useStore(editing.$bar)
  const frame = bar && {
    role: 'region',
    'aria-label': text.barLabel,
    className: styles['bar'],
    'data-empty': !bar.hasChanges,
  }
  // The output is there before the first change: a screen reader would not hear of one that comes with its text.
  return (
    <div {...frame}>
      <output className={styles['text']}>{bar?.text}</output>
      {bar && <Steps editing={editing} bar={bar} />}
    </div>
  )
}

function Steps({ editing, bar }: Pick<TableGridScreen, 'editing'> & { bar: Bar }) {
  return (
    <>
      {bar.remark !== undefined && (
        <span role="status" className={styles['remark']}>
          {bar.remark}
        </span>
      )}
      {bar.problem !== undefined && (
        <span role="alert" className={styles['problem']}>
          {bar.problem}
        </span>
      )}
      <div className={styles['history']}>
        <IconButton
          label={text.undo}
          icon={<Icon of={Undo2} size={14} />}
          disabled={!bar.canUndo}
          onClick={editing.undo}
        />
        <IconButton
          label={text.redo}
          icon={<Icon of={Redo2} size={14} />}
          disabled={!bar.canRedo}
          onClick={editing.redo}
        />
      </div>
      {bar.hasChanges && (
        <div className={styles['steps']}>
          <Button kind="ghost" onClick={editing.openReview}>
            {text.review}
          </Button>
          <Button disabled={bar.isSaving} onClick={editing.discard}>
            {text.discard}
          </Button>
          <Button
            kind="primary"
            shortcut={modKey('S')}
            disabled={bar.isSaving}
            onClick={() => void editing.save()}
          >
            {bar.isSaving ? text.saving : text.save}
          </Button>
        </div>
      )}
    </>
  )
}
