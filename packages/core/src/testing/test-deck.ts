import type { ClientOptions } from '@basedeck/platform-client'
import { onTestFinished } from 'vitest'
import { createDeck, type Deck } from '../deck.js'
import type { Host } from '../ports/index.js'

/** A deck on a fake platform; it ends with its test, so that none of its timers runs in the next one. */
export function testDeck(host: Host, { fetch }: Pick<ClientOptions, 'fetch'>): Deck {
  const deck = createDeck(host, { baseUrl: 'http://fake', ...(fetch ? { fetch } : {}) })
  onTestFinished(() => deck.dispose())
  return deck
}
