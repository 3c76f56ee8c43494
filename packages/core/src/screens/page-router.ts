/** The router of the dashboard's pages: an address needs the parameters of its path. */
import type { ParamName, Router } from '../kernel/router.js'
import type { PathOf, RouteName } from './pages.js'

/** What a route's path needs: `{ ref, id }`. Nothing for a path without braces. */
export type RouteParams<Name extends RouteName> = [ParamName<PathOf<Name>>] extends [never]
  ? []
  : [params: Readonly<Record<ParamName<PathOf<Name>>, string>>]

/** The open address as a store, and the way to other pages. `open` never reloads the page. */
export interface PageRouter extends Omit<Router<RouteName>, 'href'> {
  /** The address of a page. Parameters are encoded. */
  href<Name extends RouteName>(name: Name, ...params: RouteParams<Name>): string
}
