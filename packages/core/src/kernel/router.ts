/** The address as stores: the open route with its parameters, and the navigation to others. */
import { atom, type ReadableAtom } from 'nanostores'
import type { Navigation, Location } from '../ports/index.js'
import type { Disposable } from './screen.js'

/** A route as data; parameters are in braces. */
export interface RouteData {
  readonly path: string
}

/** The names in braces in a path. */
export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The route that an address has, with the decoded parameters of its path. */
export interface Match<Name extends string> {
  name: Name
  params: Readonly<Record<string, string>>
}

/** The open address, and the route that it has. */
export interface OpenRoute<Name extends string> {
  /** Null: no route has this address. */
  match: Match<Name> | null
  location: Location
}

/** The address as a store, and the navigation to others. `open` never reloads the page. */
export interface Router<Name extends string> extends Disposable {
  readonly $route: ReadableAtom<OpenRoute<Name>>
  /** The address of a route. Parameters are encoded. @throws when there is no such route, or a parameter is missing */
  href(name: Name, params?: Readonly<Record<string, string>>): string
  open(href: string, options?: { replace?: boolean }): void
}

export function createRouter<Name extends string>(
  navigation: Navigation,
  routes: Readonly<Record<Name, RouteData>>,
): Router<Name> {
  const read = (location: Location): OpenRoute<Name> => ({
    match: matchRoute(routes, location.pathname),
    location,
  })
  const $route = atom(read(navigation.current()))
  const dispose = navigation.subscribe((location) => $route.set(read(location)))
  return {
    $route,
    href(name, params = {}) {
      if (!Object.hasOwn(routes, name)) throw new Error(`There is no page ${name}`)
      return hrefOf(routes[name].path, params)
    },
    open: (href, options) => navigation.go(href, options),
    dispose,
  }
}

/** The route of a path. Where several fit, the one with the earlier literal segment wins. */
export function matchRoute<Name extends string>(
  routes: Readonly<Record<Name, RouteData>>,
  pathname: string,
): Match<Name> | null {
  const given = segmentsOf(pathname)
  let best: { match: Match<Name>; score: string } | null = null
  for (const name of Object.keys(routes) as Name[]) {
    const wanted = segmentsOf(routes[name].path)
    const params = wanted.length === given.length ? matchSegments(wanted, given) : null
    if (!params) continue
    const score = wanted.map((segment) => (isParameter(segment) ? '0' : '1')).join('')
    if (!best || score > best.score) best = { match: { name, params }, score }
  }
  return best?.match ?? null
}

/** @throws when a parameter of the path is missing */
export function hrefOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The route ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
}

function matchSegments(wanted: string[], given: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decode(given[index] ?? '')
    if (isParameter(segment)) {
      if (value === null) return null
      params[segment.slice(1, -1)] = value
    } else if (segment !== value) return null
  }
  return params
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    // `%zz` can't be decoded; no route matches it.
    return null
  }
}
