/** Whether the text is saved, beside the editor's tools: saved, on its way, or why not and what to do. */
import { snippetText, type SavingMark, type SnippetState } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Check, CircleDot, LoaderCircle, TriangleAlert } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { Icon } from '../../elements/icon.js'
import { Tooltip } from '../../elements/tooltip.js'
import styles from './snippet-saving.module.css'

const ICONS = { saved: Check, saving: LoaderCircle, waiting: CircleDot, failed: TriangleAlert } as const

export function SnippetSaving({ snippet }: { snippet: SnippetState }) {
  const mark = useStore(snippet.$saving)
  return (
    <div className={styles['saving']} data-kind={mark.kind}>
      {mark.mayRetry && (
        <Button kind="ghost" onClick={snippet.save}>
          {snippetText.state.again}
        </Button>
      )}
      <Mark mark={mark} />
    </div>
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
