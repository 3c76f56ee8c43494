/** What may lie over any page: the command menu, the sheet of the keys, signing in again, the word that the platform is away. */
import { useStore } from '@nanostores/react'
import { Suspense } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { lazyAgain } from '../bind/lazy-again.js'
import { useEver } from '../bind/use-ever.js'
import { useShortcuts } from '../bind/use-shortcuts.js'
import { ConnectionBanner } from './connection-banner.js'

const CommandMenuDialog = lazyAgain(async () => (await import('./command-menu.js')).CommandMenuDialog)
const ShortcutSheetDialog = lazyAgain(async () => (await import('./shortcut-sheet.js')).ShortcutSheetDialog)
const SignInAgainDialog = lazyAgain(async () => (await import('./sign-in-again.js')).SignInAgainDialog)

export function Overlays() {
  const { actions, connection, $signInAgain } = useDeck()
  const menu = useStore(actions.$menu)
  const sheet = useStore(actions.$sheet)
  const again = useStore($signInAgain)
  const { status } = useStore(connection.$state)
  const hasMenu = useEver(menu !== null)
  const hasSheet = useEver(sheet !== null)
  const hasAgain = useEver(again !== null)
  useShortcuts(actions.press)
  return (
    <>
      <Suspense>{hasMenu && <CommandMenuDialog menu={menu} />}</Suspense>
      <Suspense>{hasSheet && <ShortcutSheetDialog sheet={sheet} />}</Suspense>
      <Suspense>{hasAgain && <SignInAgainDialog again={again} />}</Suspense>
      {/* Its file can't come when it is wanted. */}
      {status !== 'here' && <ConnectionBanner />}
    </>
  )
}
