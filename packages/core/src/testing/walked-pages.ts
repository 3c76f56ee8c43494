/** What a walk through every page of the dashboard has to visit, computed from the lists of the areas. */
import { hrefOf } from '../kernel/router.js'
import type { PageData, Params } from '../screens/page.js'
import { pages, type RouteName } from '../screens/pages.js'

const dataOf = (name: RouteName): PageData => pages[name]

/** An address that leads on, always or as a flag says: what it leads to may be the page that is open. */
export const leadsElsewhere = (name: RouteName): boolean => dataOf(name).leadsTo !== undefined

export const isHostedOnly = (name: RouteName): boolean => dataOf(name).hostedOnly === true

export const isOfProject = (name: RouteName): boolean => dataOf(name).path.startsWith('/project/')

/** Whether the page says by itself what became of the project's database. */
export const hasGate = (name: RouteName): boolean => 'needsDatabase' in pages[name]

/** Those one is inside of: the doors have journeys of their own. What leads on comes last. */
export const INSIDE = (Object.keys(pages) as RouteName[])
  .filter((name) => dataOf(name).door === undefined && name !== 'root')
  .toSorted((one, other) => Number(leadsElsewhere(one)) - Number(leadsElsewhere(other)))

export const pathOf = (name: RouteName, params: Params): string => hrefOf(dataOf(name).path, params)
