/** More actions on a query: the AI within it, its name, its results, its file, its link. */
import type { SqlEditorScreen } from '@basedeck/core'
import { aiText, snippetText, sqlHelpText, sqlRunningText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import {
  Ellipsis,
  FileDown,
  FileUp,
  Link2,
  PanelBottomClose,
  PanelBottomOpen,
  Sparkles,
  SpellCheck,
  Star,
  StarOff,
  Tag,
} from 'lucide-react'
import type { RefObject } from 'react'
import { keyLabel, modKey } from '../../bind/platform-keys.js'
import { ActionMenu, type ActionItem } from '../../elements/action-menu.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import type { CodeEditorHandle } from '../../widgets/code-editor/editor-props.js'

export interface QueryMenuProps {
  screen: SqlEditorScreen
  editor: RefObject<CodeEditorHandle | null>
}

export function QueryMenu({ screen, editor }: QueryMenuProps) {
  const groups = [
    { items: useAiItems(screen, editor) },
    { items: [...useQueryItems(screen), mendItem(screen)] },
    { items: fileItems(screen.tools) },
  ]
  return (
    <ActionMenu
      align="end"
      trigger={<IconButton label={text.moreTools} icon={<Icon of={Ellipsis} size={14} />} />}
      groups={groups}
    />
  )
}

function useAiItems(
  { aiEdit, naming }: SqlEditorScreen,
  editor: RefObject<CodeEditorHandle | null>,
): ActionItem[] {
  const mayEdit = useStore(aiEdit.$controlState)
  const mayName = useStore(naming.$controlState)
  const isNaming = useStore(naming.$isSuggesting)
  return [
    {
      label: aiText.edit,
      icon: <Icon of={Sparkles} size={14} />,
      keys: modKey('J'),
      ...refusal(mayEdit),
      onChoose: () => editor.current && aiEdit.open(editor.current.range()),
    },
    {
      label: isNaming ? aiText.naming : aiText.nameQuery,
      icon: <Icon of={Tag} size={14} />,
      ...refusal(mayName),
      onChoose: () => void naming.suggest(),
    },
  ]
}

function refusal({
  disabled,
  hint,
}: {
  disabled: boolean
  hint?: string
}): Pick<ActionItem, 'isOff' | 'detail'> {
  return { isOff: disabled, ...(hint === undefined ? {} : { detail: hint }) }
}

function useQueryItems({ snippet, tools }: SqlEditorScreen): ActionItem[] {
  const isFavorite = useStore(snippet.$isFavorite)
  const showsResults = useStore(tools.$showsResults)
  return [
    {
      label: isFavorite ? snippetText.actions.unfavorite : snippetText.actions.favorite,
      icon: <Icon of={isFavorite ? StarOff : Star} size={14} />,
      onChoose: snippet.toggleFavorite,
    },
    {
      label: showsResults ? text.hideResults : text.showResults,
      icon: <Icon of={showsResults ? PanelBottomClose : PanelBottomOpen} size={14} />,
      keys: keyLabel({ key: 'r', shiftAlt: true }),
      onChoose: tools.toggleResults,
    },
  ]
}

function mendItem(screen: SqlEditorScreen): ActionItem {
  return {
    label: sqlHelpText.mend,
    icon: <Icon of={SpellCheck} size={14} />,
    onChoose: screen.mendCharacters,
  }
}

function fileItems({ files, copyLink }: SqlEditorScreen['tools']): ActionItem[] {
  const open: ActionItem = {
    label: text.openFile,
    icon: <Icon of={FileUp} size={14} />,
    onChoose: () => void files.openFile(),
  }
  return [
    ...(files.canOpenFile ? [open] : []),
    { label: text.saveFile, icon: <Icon of={FileDown} size={14} />, onChoose: files.saveFile },
    { label: text.copyLink, icon: <Icon of={Link2} size={14} />, onChoose: () => void copyLink() },
  ]
}
