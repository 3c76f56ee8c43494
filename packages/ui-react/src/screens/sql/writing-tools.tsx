/** What the toolbar offers while one writes. */
import { sqlHelpText } from '@basedeck/core'
import { WandSparkles } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../../elements/icon-button.js'
import { Icon } from '../../elements/icon.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/code-editor.js'

export function WritingTools({ editor }: { editor: RefObject<CodeEditorHandle | null> }) {
  return (
    <IconButton
      label={sqlHelpText.formatHint}
      icon={<Icon of={WandSparkles} size={14} />}
      onClick={() => editor.current?.format()}
    />
  )
}
