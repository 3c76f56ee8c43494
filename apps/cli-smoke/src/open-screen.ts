/** Opens an address and waits until its screen is there: what the deck must know first comes from the platform. */
import type { Deck, OpenScreen, ScreenName, ScreenOf } from '@basedeck/core'
import { waitFor } from './wait-for.js'

type Shown = Extract<OpenScreen, { screen: unknown }>

/** @throws when another screen opens, or none */
export async function openScreen<Name extends ScreenName>(
  deck: Deck,
  href: string,
  name: Name,
): Promise<ScreenOf<Name>> {
  deck.router.open(href)
  const isShown = (open: OpenScreen): open is Shown => open.name === name
  const { screen } = await waitFor(deck.$screen, `${name} at ${href}`, isShown)
  // The name says which screen it is; the compiler can't follow that through a generic.
  return screen as ScreenOf<Name>
}
