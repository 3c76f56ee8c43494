/** The Connect dialog: a tab of connection strings, and tabs of frameworks with their files. */
import { Dialog } from '@base-ui/react/dialog'
import type { Connect, ConnectState } from '@basedeck/core'
import { connectText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { useLast } from '../bind/use-last.js'
import { useOpener } from '../bind/use-opener.js'
import { EmptyState } from '../elements/empty-state.js'
import { Icon } from '../elements/icon.js'
import { LoadFailure } from '../elements/load-failure.js'
import overlay from '../elements/overlay.module.css'
import { Skeleton } from '../elements/skeleton.js'
import { Tabs } from '../elements/tabs.js'
import { ConnectFilesTab } from './connect-files.js'
import { ConnectStringsTab } from './connect-strings.js'
import styles from './connect-dialog.module.css'

export function ConnectDialog({ connect }: { connect: Connect | null }) {
  const shown = useLast(connect)
  const popup = useRef<HTMLDivElement>(null)
  const finalFocus = useOpener(connect !== null)
  return (
    <Dialog.Root open={connect !== null} onOpenChange={(open) => !open && connect?.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlay['backdrop']} />
        <Dialog.Popup ref={popup} initialFocus={popup} finalFocus={finalFocus} className={styles['popup']}>
          <div className={styles['head']}>
            <Dialog.Title className={styles['title']}>{text.title}</Dialog.Title>
            <Dialog.Close className={styles['close']} aria-label={text.close}>
              <Icon of={X} size={18} />
            </Dialog.Close>
          </div>
          {shown && <Content connect={shown} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Content({ connect }: { connect: Connect }) {
  const tabs = useStore(connect.$tabs)
  const tab = useStore(connect.$tab)
  const state = useStore(connect.$state)
  return (
    <Tabs label={text.tabsLabel} tabs={tabs} active={tab} onOpen={connect.openTab}>
      <div className={styles['content']} key={tab}>
        {state.status === 'ready' ? (
          tab === 'direct' ? (
            <ConnectStringsTab connect={connect} />
          ) : (
            <ConnectFilesTab connect={connect} />
          )
        ) : (
          <NotReady state={state} />
        )}
      </div>
    </Tabs>
  )
}

function NotReady({ state }: { state: Exclude<ConnectState, { status: 'ready' }> }) {
  switch (state.status) {
    case 'loading':
      return <Skeleton label={shellText.loading} lines={8} />
    case 'inactive':
      return <EmptyState title={state.title} body={state.body} />
    case 'failed':
      return <LoadFailure title={state.title} message={state.message} onRetry={state.retry} />
  }
}
