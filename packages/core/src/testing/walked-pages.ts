/** The pages that the walks of the tests visit, computed from the lists of the areas. */
import { hrefOf } from '../kernel/router.js'
import type { PageData, Params } from '../screens/page.js'
import { pages, type RouteName } from '../screens/pages.js'

const dataOf = (name: RouteName): PageData => pages[name]

/** A page that redirects, always or by a flag: the target may already be open. */
export const leadsElsewhere = (name: RouteName): boolean => dataOf(name).leadsTo !== undefined

export const isHostedOnly = (name: RouteName): boolean => dataOf(name).hostedOnly === true

export const isOfProject = (name: RouteName): boolean => dataOf(name).path.startsWith('/project/')

/** Whether the page itself says what happened to the project's database. */
export const hasGate = (name: RouteName): boolean => 'needsDatabase' in pages[name]

/** A function has to be deployed first, which its journey does. */
const isOfFunction = (name: RouteName): boolean => dataOf(name).path.includes('{function}')

/** Pages for signed-in users: the sign-in pages have their own journeys. Redirecting pages come last. */
export const INSIDE = (Object.keys(pages) as RouteName[])
  .filter((name) => dataOf(name).access === undefined && name !== 'root' && !isOfFunction(name))
  .toSorted((one, other) => Number(leadsElsewhere(one)) - Number(leadsElsewhere(other)))

export const pathOf = (name: RouteName, params: Params): string => hrefOf(dataOf(name).path, params)
