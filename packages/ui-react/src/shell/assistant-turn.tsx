/** One turn of the conversation; SQL in an answer can be copied, opened, and run. */
import type { AssistantPanel } from '@basedeck/core'
import type { Turn } from '@basedeck/core/rules'
import { assistantText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ExternalLink, Play } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../elements/button.js'
import { CopyButton } from '../elements/copy-button.js'
import { EmptyState } from '../elements/empty-state.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'
import { ResultPanel } from '../screens/sql/result-panel.js'
import { Markdown, type CodeBlock } from '../widgets/markdown/markdown.js'
import { SqlText } from '../widgets/sql-text/sql-text.js'
import styles from './assistant-panel.module.css'

export interface AssistantTurnProps {
  turn: Turn
  panel: AssistantPanel
}

/** While an answer streams, earlier turns are not drawn again. */
export const AssistantTurn = memo(function AssistantTurn({ turn, panel }: AssistantTurnProps) {
  if (turn.role === 'user') {
    return (
      <section aria-label={assistantText.you} className={styles['mine']}>
        {turn.text}
      </section>
    )
  }
  return (
    <section
      aria-label={assistantText.assistant}
      aria-busy={turn.state === 'coming'}
      className={styles['theirs']}
    >
      <Markdown
        text={turn.text}
        renderCode={(block) => <ProposedSql block={block} id={`${turn.id} ${block.text}`} panel={panel} />}
      />
      {turn.state === 'coming' && <output className={styles['state']}>{assistantText.answering}</output>}
      {turn.state === 'stopped' && <p className={styles['state']}>{assistantText.stopped}</p>}
      {turn.state === 'failed' && (
        <p role="alert" className={styles['failure']}>
          {turn.failure}
        </p>
      )}
    </section>
  )
})

interface ProposedSqlProps {
  block: CodeBlock
  id: string
  panel: AssistantPanel
}

function ProposedSql({ block: { text, isOpen }, id, panel }: ProposedSqlProps) {
  const ran = useStore(panel.$ranBlock)
  return (
    <div role="group" aria-label={assistantText.proposed} className={styles['block']}>
      <pre className={styles['sql']}>
        <SqlText>{text}</SqlText>
      </pre>
      {!isOpen && (
        <div className={styles['actions']}>
          <Button icon={<Icon of={Play} size={14} />} onClick={() => void panel.run(id, text)}>
            {assistantText.run}
          </Button>
          <CopyButton label={assistantText.copy} onCopy={() => panel.copy(text)} />
          <IconButton
            label={assistantText.openInEditor}
            icon={<Icon of={ExternalLink} size={14} />}
            onClick={() => panel.openInEditor(text)}
          />
        </div>
      )}
      {ran === id && (
        <div className={styles['result']}>
          <ResultPanel screen={panel.pane} />
        </div>
      )}
    </div>
  )
}

/** Suggestions for the first question. */
export function Welcome({ panel }: { panel: AssistantPanel }) {
  return (
    <div className={styles['welcome']}>
      <EmptyState title={assistantText.emptyTitle} body={assistantText.emptyBody} />
      {assistantText.suggestions.map((question) => (
        <Button key={question} onClick={() => void panel.ask(question)}>
          {question}
        </Button>
      ))}
    </div>
  )
}
