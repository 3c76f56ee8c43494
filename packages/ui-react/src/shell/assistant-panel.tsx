/** The assistant beside the page: the conversation, and what one asks next. On a small screen it covers the page. */
import { assistantText, editorPanelText, PANEL_WIDTH, type AssistantPanel as Panel } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { SquarePen, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { useStickToEnd } from '../bind/use-stick-to-end.js'
import { EdgeHandle } from '../elements/edge-handle.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { Scroller } from '../elements/scroller.js'
import { CellPanel } from '../screens/sql/cell-panel.js'
import { RunQuestion } from '../screens/sql/run-question.js'
import { AssistantQuestion } from './assistant-question.js'
import { AssistantTurn, Welcome } from './assistant-turn.js'
import styles from './assistant-panel.module.css'
import panelStyles from './editor-panel.module.css'

export function AssistantPanel({ panel }: { panel: Panel }) {
  const { preferences } = useDeck()
  const width = useStore(preferences.$panelWidth)
  const turns = useStore(panel.$turns)
  const told = useStore(panel.$told)
  const box = useStickToEnd<HTMLDivElement>()
  return (
    <aside
      aria-label={assistantText.label}
      className={panelStyles['panel']}
      style={{ '--own-width': `${width}px` } as CSSProperties}
    >
      <EdgeHandle
        edge="left"
        label={editorPanelText.resize}
        width={width}
        {...PANEL_WIDTH}
        onResize={(wanted) => preferences.$panelWidth.set(wanted)}
      />
      <header className={panelStyles['header']}>
        <h2 className={panelStyles['title']}>{assistantText.title}</h2>
        <IconButton
          label={assistantText.startOver}
          icon={<Icon of={SquarePen} />}
          disabled={turns.length === 0}
          onClick={panel.startOver}
        />
        <IconButton label={assistantText.close} icon={<Icon of={X} />} onClick={panel.close} />
      </header>
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
      <CellPanel screen={panel.pane} />
    </aside>
  )
}
