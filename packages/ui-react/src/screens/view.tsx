/** How a view is loaded when its page is first opened, and the type of an area's table. */
import type { AreaName, ScreenNameOf, ScreenOf } from '@basedeck/core'
import { shellText } from '@basedeck/core/text'
import type { ComponentType } from 'react'
import { lazyComponent } from '../bind/lazy-component.js'
import { Opening } from '../elements/opening.js'

/** A platform that restarts is back within these tries; a file that a newer version removed then shows an error. */
const TRIES = 5

export const view = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent(load, () => <Opening label={shellText.loading} />, TRIES)

/** The type requires the same names as the area's list of pages. */
export type Views<Area extends AreaName> = {
  readonly [Name in ScreenNameOf<Area>]: ComponentType<{ screen: ScreenOf<Name> }>
}
