/** What the toolbar offers while one writes. */
import { aiText, sqlHelpText, type AiEdit, type TitleSuggestion } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Sparkles, Tag, WandSparkles } from 'lucide-react'
import type { RefObject } from 'react'
import { modKey } from '../../bind/platform-keys.js'
import { AffordanceButton } from '../../elements/affordance-button.js'
import { IconButton } from '../../elements/icon-button.js'
import { Icon } from '../../elements/icon.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/code-editor.js'

export interface WritingToolsProps {
  editor: RefObject<CodeEditorHandle | null>
  edit: AiEdit
  naming: TitleSuggestion
}

export function WritingTools({ editor, edit, naming }: WritingToolsProps) {
  const affordance = useStore(edit.$affordance)
  const mayName = useStore(naming.$affordance)
  const isNaming = useStore(naming.$isSuggesting)
  return (
    <>
      <IconButton
        label={sqlHelpText.formatHint}
        icon={<Icon of={WandSparkles} size={14} />}
        onClick={() => editor.current?.format()}
      />
      <AffordanceButton
        affordance={affordance}
        aria-label={aiText.editHint}
        icon={<Icon of={Sparkles} size={14} />}
        title={modKey('J')}
        onClick={() => editor.current && edit.open(editor.current.range())}
      >
        {aiText.edit}
      </AffordanceButton>
      <AffordanceButton
        affordance={mayName}
        kind="ghost"
        aria-label={isNaming ? aiText.naming : aiText.nameQuery}
        title={aiText.nameQuery}
        icon={<Icon of={Tag} size={14} />}
        onClick={() => void naming.suggest()}
      />
    </>
  )
}
