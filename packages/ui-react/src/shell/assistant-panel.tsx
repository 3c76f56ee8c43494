/** The assistant beside the page: the conversation and the field for the next question. On a small screen it covers the page. */
import type { AssistantPanel as Panel } from '@basedeck/core'
import { assistantText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { SquarePen } from 'lucide-react'
import { useStickToEnd } from '../bind/use-stick-to-end.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { Scroller } from '../elements/scroller.js'
import { RunQuestion } from '../screens/sql/run-question.js'
import { AssistantQuestion } from './assistant-question.js'
import { AssistantTurn, Welcome } from './assistant-turn.js'
import styles from './assistant-panel.module.css'
import { PanelBeside } from './panel-beside.js'

export function AssistantPanel({ panel }: { panel: Panel }) {
  const turns = useStore(panel.$turns)
  const told = useStore(panel.$told)
  const box = useStickToEnd<HTMLDivElement>()
  return (
    <PanelBeside
      label={assistantText.label}
      title={assistantText.title}
      closeLabel={assistantText.close}
      onClose={panel.close}
      tools={
        <IconButton
          label={assistantText.startOver}
          icon={<Icon of={SquarePen} />}
          disabled={turns.length === 0}
          onClick={panel.startOver}
        />
      }
    >
      <Scroller ref={box} aria-label={assistantText.conversation} className={styles['scroller']}>
        <div role="log" aria-label={assistantText.conversation} className={styles['turns']}>
          {turns.length === 0 && <Welcome panel={panel} />}
          {turns.map((turn) => (
            <AssistantTurn key={turn.id} turn={turn} panel={panel} />
          ))}
        </div>
      </Scroller>
      {told !== null && <p className={styles['told']}>{told}</p>}
      <AssistantQuestion panel={panel} />
      <RunQuestion screen={panel.pane} />
    </PanelBeside>
  )
}
