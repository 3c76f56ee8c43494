/** Gives the deck to everything below. */
import type { Deck } from '@basedeck/core'
import { createContext, useContext, type ReactNode } from 'react'

const DeckContext = createContext<Deck | null>(null)

export function DeckProvider({ deck, children }: { deck: Deck; children: ReactNode }) {
  return <DeckContext value={deck}>{children}</DeckContext>
}

export function useDeck(): Deck {
  const deck = useContext(DeckContext)
  if (!deck) throw new Error('There is no DeckProvider above this component')
  return deck
}
