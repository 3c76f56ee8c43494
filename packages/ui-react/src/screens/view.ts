/** How a view is loaded when its page is first opened, and the type of an area's table. */
import type { AreaName, ScreenNameOf, ScreenOf } from '@basedeck/core'
import type { ComponentType } from 'react'
import { lazyWithRetry } from '../bind/lazy-component.js'

/** A platform that restarts is back within these tries; a file that a newer version removed then shows an error. */
const TRIES = 5

export const view = <Props>(load: () => Promise<ComponentType<Props>>) => lazyWithRetry(load, TRIES)

/** The type requires the same names as the area's list of pages. */
export type Views<Area extends AreaName> = {
  readonly [Name in ScreenNameOf<Area>]: ComponentType<{ screen: ScreenOf<Name> }>
}
