import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { lazyAgain } from '../bind/lazy-again.js'
import { PanelPlace } from './panel-place.js'

const EditorPanel = lazyAgain(async () => (await import('./editor-panel.js')).EditorPanel)

export function EditorPanelPlace() {
  const open = useStore(useDeck().shell.beside.$editorPanel)
  return <PanelPlace panel={open}>{(panel) => <EditorPanel panel={panel} />}</PanelPlace>
}
