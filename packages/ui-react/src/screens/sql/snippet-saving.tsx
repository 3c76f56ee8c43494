/** The saving state of the text, beside the editor's tools: saved, saving, or the reason for a failure with actions. */
import type { SavingMark, SnippetState } from '@basedeck/core'
import { snippetText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check, CircleDashed, CircleDot, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { Popover } from '../../elements/popover.js'
import { Tooltip } from '../../elements/tooltip.js'
import styles from './snippet-saving.module.css'

const ICONS = {
  new: CircleDashed,
  saved: Check,
  saving: LoaderCircle,
  waiting: CircleDot,
  failed: TriangleAlert,
} as const

export function SnippetSaving({ snippet }: { snippet: SnippetState }) {
  const mark = useStore(snippet.$saving)
  return (
    <div className={styles['saving']} data-kind={mark.kind}>
      <div className={styles['line']}>
        {mark.mayRetry && <Again snippet={snippet} kind="ghost" />}
        <Mark mark={mark} />
      </div>
      {mark.kind === 'failed' && <Reason snippet={snippet} mark={mark} />}
    </div>
  )
}

function Again({ snippet, kind }: { snippet: SnippetState; kind: 'ghost' | 'default' }) {
  return (
    <Button kind={kind} onClick={snippet.save}>
      {snippetText.state.again}
    </Button>
  )
}

/** In a row without room: an icon that opens the reason and the actions. */
function Reason({ snippet, mark }: { snippet: SnippetState; mark: SavingMark }) {
  return (
    <output className={styles['short']}>
      <Popover
        label={mark.label}
        trigger={
          <button type="button" className={styles['reason']} aria-label={mark.label}>
            <Icon of={TriangleAlert} size={14} />
          </button>
        }
      >
        <p>
          <strong className={styles['what']}>{mark.label}</strong>
        </p>
        <p>{mark.detail}</p>
        {mark.mayRetry && <Again snippet={snippet} kind="default" />}
      </Popover>
    </output>
  )
}

function Mark({ mark }: { mark: SavingMark }) {
  const output = (
    <output className={styles['mark']} aria-label={`${mark.label}. ${mark.detail}`.replace(/\.\s*$/, '.')}>
      <Icon of={ICONS[mark.kind]} size={14} />
      <span className={styles['words']}>{mark.label}</span>
    </output>
  )
  return mark.detail === '' ? output : <Tooltip text={`${mark.label}. ${mark.detail}`}>{output}</Tooltip>
}
