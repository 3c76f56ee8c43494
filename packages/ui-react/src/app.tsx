/** The whole view of a deck. */
import type { Deck, OpenScreen } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import { DeckProvider } from './bind/deck-context.js'
import { FocusAtOpeningProvider } from './bind/focus-at-opening.js'
import { lazyComponent } from './bind/lazy-component.js'
import { useKeptFocus } from './bind/use-kept-focus.js'
import { ScreenGuard } from './shell/screen-guard.js'
import { useTheme } from './bind/use-theme.js'
import { toasterIsWanted } from './elements/notes.js'
import { BootFrame } from './elements/boot-frame.js'
import { NotFound } from './screens/not-found.js'
// Not lazy: without a connection its file could not be loaded.
import { Unreachable } from './screens/unreachable.js'
import { views } from './screens/views.js'
import { Alone } from './shell/alone.js'
import { Frame } from './shell/frame.js'
import { Overlays } from './shell/overlays.js'
import { PageAnnouncer } from './shell/page-announcer.js'

// No message is shown before the first action, so the page does not wait for it.
const Toaster = lazyComponent(async () => {
  await toasterIsWanted()
  return (await import('./elements/toaster.js')).Toaster
})

/** Draws a deck: the frame, the open page, and the overlays. The caller owns the deck and disposes it. */
export function App({ deck }: { deck: Deck }) {
  const theme = useStore(deck.preferences.$theme)
  const Shell = useStore(deck.$isFrameless) ? Alone : Frame
  useTheme(deck.preferences)
  useKeptFocus()
  return (
    <DeckProvider deck={deck}>
      <FocusAtOpeningProvider>
        <Shell>
          <Screen open={useStore(deck.$screen)} />
        </Shell>
      </FocusAtOpeningProvider>
      <PageAnnouncer />
      <Overlays />
      <Toaster label={shellText.toasts} theme={theme} />
    </DeckProvider>
  )
}

function Screen({ open }: { open: OpenScreen }) {
  if (open.name === 'waiting') return <BootFrame />
  if (open.name === 'notFound') return <NotFound path={open.path} isHostedOnly={open.isHostedOnly} />
  if (open.name === 'unreachable') {
    return <Unreachable message={open.message} onRetry={open.retry} />
  }
  // The tables have the same names, which the compiler has checked; an index access loses that.
  const View = views[open.name] as ComponentType<{ screen: typeof open.screen }>
  return (
    <ScreenGuard key={open.key}>
      <View screen={open.screen} />
    </ScreenGuard>
  )
}
