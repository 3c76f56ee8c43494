/** What is open, and a promise of it: for scripts, and for views that open a page themselves. */
import type { ReadableAtom } from 'nanostores'
import type { RouteParams } from './screens/page-router.js'
import type { RouteName, ScreenName, ScreenOf } from './screens/pages.js'

/** A screen that is open, by the name of its page. For a route that leads on, it is the screen of any page. */
export type ReadyScreen<Name extends RouteName = ScreenName> = Name extends ScreenName
  ? {
      name: Name
      /** Of the person and the address: another one is another screen. */
      key: string
      screen: ScreenOf<Name>
    }
  : ReadyScreen

/** What `deck.$screen` holds: the screen that is open with its name for the view's table, or why no screen is open yet. */
export type OpenScreen =
  | ReadyScreen
  /** `isHostedOnly`: a hosted platform has the page, and this one is self-hosted. */
  | { name: 'notFound'; key: string; path: string; isHostedOnly: boolean }
  /** It is not known yet whether the address may open. */
  | { name: 'waiting'; key: string }
  /**
   * The platform does not answer, or the code of the page did not come. `retry` asks again. `isInFrame`: the page may open,
   * only its code is missing, so that header and sidebar stay.
   */
  | { name: 'unreachable'; key: string; message: string; isInFrame: boolean; retry: () => void }

/** Opens a page by its route, or by an address of this origin, and waits for its screen. */
export interface OpenPage {
  /**
   * @throws {OpenError} as a rejection, when the route does not end at its own screen
   * @example const { screen } = await deck.open('sqlEditor', { ref: 'default', id: '1' })
   */
  <Name extends RouteName>(name: Name, ...params: RouteParams<Name>): Promise<ReadyScreen<Name>>
  /**
   * Resolves with the screen at which the address ends, also one that it redirects to.
   * @throws {OpenError} as a rejection, when it ends at none
   */
  (path: `/${string}`): Promise<ReadyScreen>
}

/**
 * Why a page did not open. `not-found`: no page has the address. `elsewhere`: it led to another page, such as the sign-in.
 * `left`: another page was opened before this one was there. `unreachable`: the platform or the page's code did not come.
 * `ended`: the deck was disposed.
 */
export type OpenFailure = 'not-found' | 'elsewhere' | 'left' | 'unreachable' | 'ended'

/** Says why `deck.open` has no screen. */
export class OpenError extends Error {
  override readonly name = 'OpenError'

  constructor(
    readonly reason: OpenFailure,
    /** The address that was asked for. */
    readonly href: string,
    why: string,
  ) {
    super(`${href} did not open: ${why}`)
  }
}

export interface Opening {
  href: string
  /** The screen that is wanted; null: any. */
  name: ScreenName | null
  /** The visit that is waited for. */
  visit: number | null
  /** The visit that the deck is at; null: the deck has ended. */
  $visit: ReadableAtom<number | null>
  $screen: ReadableAtom<OpenScreen>
  /** Whether a screen is that of the present address: the one before stays until its successor is there. */
  isHere(open: OpenScreen): boolean
}

/** Resolves with the screen once it is open. */
export function whenOpen(opening: Opening): Promise<ReadyScreen> {
  const { $visit, $screen } = opening
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = []
    const look = () => {
      const outcome = outcomeOf(opening)
      if (outcome === null) return
      for (const stop of stops.splice(0)) stop()
      if (outcome instanceof OpenError) reject(outcome)
      else resolve(outcome)
    }
    stops.push($visit.listen(look), $screen.listen(look))
    look()
  })
}

/** Null: it is not known yet. */
function outcomeOf({ href, name, visit, $visit, $screen, isHere }: Opening): ReadyScreen | OpenError | null {
  const now = $visit.get()
  if (now === null) return new OpenError('ended', href, 'the deck was disposed')
  if (now !== visit) return new OpenError('left', href, 'another page was opened meanwhile')
  const open = $screen.get()
  if (open.name === 'waiting' || !isHere(open)) return null
  if (open.name === 'notFound') return new OpenError('not-found', href, 'no page has this address')
  if (open.name === 'unreachable') return new OpenError('unreachable', href, open.message)
  if (name !== null && open.name !== name)
    return new OpenError('elsewhere', href, `it leads to the page ${open.name}`)
  return open
}
