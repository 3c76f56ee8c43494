/** The other ways to run, beside the Run button. */
import { sqlRunningText as text, type EditorPlace, type QueryTools } from '@basedeck/core'
import { ChevronDown, Gauge, ListTree, TextCursor } from 'lucide-react'
import { keyLabel } from '../../bind/platform-keys.js'
import { ActionMenu } from '../../elements/action-menu.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'

export function RunMenu({ tools, place }: { tools: QueryTools; place(): EditorPlace }) {
  const groups = [
    {
      items: [
        {
          label: text.runStatement,
          icon: <Icon of={TextCursor} size={14} />,
          keys: keyLabel({ key: 'Enter', modShift: true }),
          onChoose: () => void tools.runStatement(place().cursor),
        },
      ],
    },
    {
      items: [
        {
          label: text.explain,
          detail: text.explainHint,
          icon: <Icon of={ListTree} size={14} />,
          onChoose: () => void tools.explain('plan', place()),
        },
        {
          label: text.analyze,
          detail: text.analyzeHint,
          icon: <Icon of={Gauge} size={14} />,
          onChoose: () => void tools.explain('analyze', place()),
        },
      ],
    },
  ]
  return (
    <ActionMenu
      trigger={<IconButton label={text.more} icon={<Icon of={ChevronDown} size={14} />} />}
      groups={groups}
    />
  )
}
