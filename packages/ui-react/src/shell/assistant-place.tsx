import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { lazyAgain } from '../bind/lazy-again.js'
import { PanelPlace } from './panel-place.js'

const AssistantPanel = lazyAgain(async () => (await import('./assistant-panel.js')).AssistantPanel)

export function AssistantPlace() {
  const open = useStore(useDeck().shell.beside.$assistant)
  return <PanelPlace panel={open}>{(panel) => <AssistantPanel panel={panel} />}</PanelPlace>
}
