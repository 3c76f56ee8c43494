/** The Connect dialog: connection strings, and the files of frameworks. What it shows is in the address. SPEC §2. */
import { computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import { copyText } from '../../kernel/copy-text.js'
import { connectChosen } from '../../rules/connect/connect-address.js'
import type { ConnectTab } from '../../rules/connect/connect-catalogue.js'
import { connectTabs } from '../../rules/connect/connect-project.js'
import { searchOfConnect } from '../../rules/connect/connect-shown.js'
import { connectText as text } from '../../text/connect.js'
import type { Needs } from '../context.js'
import { createConnectData, type ConnectState } from './connect-data.js'
import { createConnectFiles, type ConnectFiles } from './connect-files.js'
import { createConnectStrings, type ConnectStrings } from './connect-strings.js'

/** The dialog while it is open. */
export interface Connect extends Disposable {
  readonly $tabs: ReadableAtom<{ key: ConnectTab; label: string }[]>
  readonly $tab: ReadableAtom<ConnectTab>
  openTab(tab: string): void
  /** Whether there is something to show, and why not. */
  readonly $state: ReadableAtom<ConnectState>
  readonly strings: ConnectStrings
  readonly files: ConnectFiles
  /** False when the host did not allow it; the user was told. */
  copy(words: string): Promise<boolean>
  close(): void
}

export function createConnect(
  context: Needs<'host' | 'client' | 'queries' | 'router' | '$runtime'>,
  { ref, close }: { ref: string; close: () => void },
): Connect {
  const { router, host, $runtime } = context
  const data = createConnectData(context, ref)
  const $tabs = computed($runtime, (runtime) =>
    connectTabs(runtime.status === 'ready' ? runtime.data.flags : {}),
  )
  const $chosen = computed([router.$route, $tabs], ({ location }, tabs) =>
    connectChosen(location.search, tabs),
  )
  const choose = (chosen: Parameters<typeof searchOfConnect>[1]) => {
    const { pathname, search, hash } = router.$route.get().location
    router.open(pathname + searchOfConnect(search, chosen) + hash, { replace: true })
  }
  return {
    $tabs: computed($tabs, (tabs) => tabs.map((key) => ({ key, label: text.tabs[key] }))),
    $tab: computed($chosen, ({ tab }) => tab),
    openTab: (tab) => choose({ tab }),
    $state: data.$state,
    strings: createConnectStrings(context, data, ref),
    files: createConnectFiles(context, data, { $chosen, choose }),
    copy: (words) => copyText(host, words),
    close,
    dispose() {},
  }
}
