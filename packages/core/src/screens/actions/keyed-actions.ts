/** The actions that have a key, for the project that is open. */
import type { RuntimeConfig } from '@basedeck/platform-client'
import type { Remote } from '../../kernel/query-store.js'
import { actionsText } from '../../text/actions.js'
import type { ScreenContext } from '../context.js'
import { refAtHand } from '../shell/current-page.js'
import type { Action } from './action.js'

export interface KeyedActionsDeps {
  sidePanel: ScreenContext['sidePanel']
  openMenu(): void
  openSheet(): void
}

/** @param openRef the ref in the address; self-hosted there is always the one project */
export function keyedActions(
  { sidePanel, openMenu, openSheet }: KeyedActionsDeps,
  openRef: string | undefined,
  runtime: Remote<RuntimeConfig>,
): Action[] {
  const ref = refAtHand(openRef, runtime)
  const hasAi = runtime.status === 'ready' && runtime.data.aiEnabled
  return [
    { id: 'command-menu', label: actionsText.commandMenu, keys: [{ key: 'k', mod: true }], run: openMenu },
    {
      id: 'editor-panel',
      label: actionsText.editorPanel,
      keys: [{ key: 'e', mod: true }, { key: 'e' }],
      ...(ref === null ? { refusal: actionsText.noProject } : {}),
      run: () => sidePanel.toggle('editor'),
    },
    {
      id: 'assistant',
      label: actionsText.assistant,
      keys: [{ key: 'i', mod: true }],
      ...(hasAi ? {} : { refusal: actionsText.noAssistant, tellsRefusal: true as const }),
      ...(ref === null ? { refusal: actionsText.noProject } : {}),
      run: () => sidePanel.toggle('assistant'),
    },
    { id: 'shortcuts', label: actionsText.shortcuts, keys: [{ key: '?' }], run: openSheet },
  ]
}
