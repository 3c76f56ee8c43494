/**
 * Areas of a project that an installation has turned off by a flag. Their addresses explain that on one page.
 * @rule menus.areaOff  @spec §1, §2
 */
import { areaOf } from './area-of.js'
import type { MenuFlags } from './menu-flags.js'

/** The areas that can be turned off, each with its flag. */
export const AREA_FLAGS = {
  auth: 'authEnabled',
  storage: 'storageEnabled',
  functions: 'functionsEnabled',
} as const

/** An area that an installation can turn off. */
export type FlaggedArea = keyof typeof AREA_FLAGS

/** Policies of tables are under this address, and hold without the sign-in of users. */
const ALWAYS = /^\/project\/[^/]+\/auth\/policies\/?$/

/** Whether a menu is that of an area that is turned off. */
export function isTurnedOff(area: string, flags: MenuFlags): area is FlaggedArea {
  return Object.hasOwn(AREA_FLAGS, area) && !flags[AREA_FLAGS[area as FlaggedArea]]
}

/** The area of an address that is turned off; undefined: the page opens. */
export function areaOff(pathname: string, flags: MenuFlags): FlaggedArea | undefined {
  const area = areaOf(pathname)
  return area !== null && isTurnedOff(area, flags) && !ALWAYS.test(pathname) ? area : undefined
}
