/** What may lie over any page: the command menu, the sheet of the keys, signing in again, the word that the platform is away. */
import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { useEver } from '../bind/use-ever.js'
import { useShortcuts } from '../bind/use-shortcuts.js'

const CommandMenuDialog = lazy(async () => ({
  default: (await import('./command-menu.js')).CommandMenuDialog,
}))
const ShortcutSheetDialog = lazy(async () => ({
  default: (await import('./shortcut-sheet.js')).ShortcutSheetDialog,
}))
const SignInAgainDialog = lazy(async () => ({
  default: (await import('./sign-in-again.js')).SignInAgainDialog,
}))
const ConnectionBanner = lazy(async () => ({
  default: (await import('./connection-banner.js')).ConnectionBanner,
}))

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
    <Suspense>
      {hasMenu && <CommandMenuDialog menu={menu} />}
      {hasSheet && <ShortcutSheetDialog sheet={sheet} />}
      {hasAgain && <SignInAgainDialog again={again} />}
      {status !== 'here' && <ConnectionBanner />}
    </Suspense>
  )
}
