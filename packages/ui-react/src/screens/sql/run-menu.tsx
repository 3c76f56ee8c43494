/** The other ways to run, beside the Run button. */
import type { EditorPosition, SqlEditorScreen } from '@basedeck/core'
import { sqlRunningText as text, sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown, CircleQuestionMark, Gauge, ListTree, TextCursor } from 'lucide-react'
import { keyLabel } from '../../bind/platform-keys.js'
import { ActionMenu } from '../../elements/action-menu.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'

export interface RunMenuProps {
  screen: SqlEditorScreen
  position(): EditorPosition
}

export function RunMenu({ screen, position }: RunMenuProps) {
  const { tools } = screen
  const timeoutMs = useStore(screen.$timeoutMs)
  const { unasked } = tools
  const isUnasked = useStore(unasked.$isThis)
  const unaskedCount = useStore(unasked.$count)
  const askAgain = {
    label: sqlText.askAgain,
    icon: <Icon of={CircleQuestionMark} size={14} />,
    onChoose: unasked.askAgain,
  }
  const askAgainAboutAll = {
    label: sqlText.askAgainAll(unaskedCount),
    icon: <Icon of={CircleQuestionMark} size={14} />,
    onChoose: unasked.askAgainAboutAll,
  }
  const groups = [
    {
      items: [
        {
          label: text.runStatement,
          icon: <Icon of={TextCursor} size={14} />,
          keys: keyLabel({ key: 'Enter', modShift: true }),
          onChoose: () => void tools.runStatement(position().cursor),
        },
      ],
    },
    {
      items: [
        {
          label: text.explain,
          detail: text.explainHint,
          icon: <Icon of={ListTree} size={14} />,
          onChoose: () => void tools.explain('plan', position()),
        },
        {
          label: text.analyze,
          detail: text.analyzeHint,
          icon: <Icon of={Gauge} size={14} />,
          onChoose: () => void tools.explain('analyze', position()),
        },
        {
          label: text.analyzeKeep,
          detail: text.analyzeKeepHint,
          icon: <Icon of={Gauge} size={14} />,
          onChoose: () => void tools.explain('analyze-keep', position()),
        },
      ],
    },
    ...(unaskedCount === 0 ? [] : [{ items: [...(isUnasked ? [askAgain] : []), askAgainAboutAll] }]),
  ]
  return (
    <ActionMenu
      trigger={<IconButton label={text.more} icon={<Icon of={ChevronDown} size={14} />} />}
      groups={groups}
      choice={{
        label: sqlText.timeout,
        value: timeoutMs,
        choices: screen.timeouts,
        onChoose: screen.setTimeoutMs,
      }}
    />
  )
}
