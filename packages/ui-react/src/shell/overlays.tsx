/** The overlays of any page: the command menu, the keyboard shortcuts, Connect, signing in again, the banner of a lost connection. */
import { useStore } from '@nanostores/react'
import { useDeck } from '../bind/deck-context.js'
import { lazyComponent } from '../bind/lazy-component.js'
import { useLatch } from '../bind/use-latch.js'
import { usePanes } from '../bind/use-panes.js'
import { useShortcuts } from '../bind/use-shortcuts.js'
import { ConnectionBanner } from './connection-banner.js'

const CommandMenuDialog = lazyComponent(async () => (await import('./command-menu.js')).CommandMenuDialog)
const ShortcutSheetDialog = lazyComponent(
  async () => (await import('./shortcut-sheet.js')).ShortcutSheetDialog,
)
const ConnectDialog = lazyComponent(async () => (await import('./connect-dialog.js')).ConnectDialog)
const UploadTray = lazyComponent(async () => (await import('./upload-tray.js')).UploadTray)
const SignInAgainDialog = lazyComponent(async () => (await import('./sign-in-again.js')).SignInAgainDialog)

export function Overlays() {
  const { actions, connection, shell, $signInAgain, $uploadTray } = useDeck()
  const menu = useStore(actions.$menu)
  const sheet = useStore(actions.$sheet)
  const connect = useStore(shell.extras.connect.$dialog)
  const again = useStore($signInAgain)
  const tray = useStore($uploadTray)
  const { status } = useStore(connection.$state)
  const hasMenu = useLatch(menu !== null)
  const hasSheet = useLatch(sheet !== null)
  const hasConnect = useLatch(connect !== null)
  const hasAgain = useLatch(again !== null)
  useShortcuts(actions.press)
  usePanes()
  return (
    <>
      {hasMenu && <CommandMenuDialog menu={menu} />}
      {hasSheet && <ShortcutSheetDialog sheet={sheet} />}
      {hasConnect && <ConnectDialog connect={connect} />}
      {tray && <UploadTray tray={tray} />}
      {hasAgain && <SignInAgainDialog again={again} />}
      {/* Not lazy: without a connection its file could not be loaded. */}
      {status !== 'here' && <ConnectionBanner />}
    </>
  )
}
