/** How a view is fetched when its page is first opened, and what the table of an area has to hold. */
import type { AreaName, ScreenNameOf, ScreenOf } from '@basedeck/core'
import type { ComponentType } from 'react'
import { lazyWithRetry } from '../bind/lazy-component.js'

/** A platform that restarts is back within these; a file that a newer version took away says so then. */
const TRIES = 5

export const view = <Props>(load: () => Promise<ComponentType<Props>>) => lazyWithRetry(load, TRIES)

/** The same names as the area's list of pages, or it does not compile. */
export type Views<Area extends AreaName> = {
  readonly [Name in ScreenNameOf<Area>]: ComponentType<{ screen: ScreenOf<Name> }>
}
