/**
 * What a change can reach in the browser. Journeys say in their header what they cover: an area of screens (`@covers sql`),
 * or some files of it (`@covers sql/snippet-*`). A changed screen, its view or its sentences reach the journeys that cover
 * it, and its own pages of the walk. Anything else of the product reaches all journeys.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const WALK = 'e2e/routes.e2e.ts'
/** Areas of the core's screens and of their views have the same names. */
const SCREEN = /^packages\/(?:core|ui-react)\/src\/screens\/([\w-]+)\/([\w-]+)\./
const PRODUCT = /^(packages|apps|e2e\/models|playwright\.config)/
const NO_PRODUCT = /\.test\.m?tsx?$|\/test\/|\/testing\/|\.md$|^apps\/cli-smoke\//

/** Files that differ from `commit`, also those that are new and not added yet. */
export function changedFiles(commit) {
  return [
    ...git('diff', '--name-only', '--diff-filter=d', commit),
    ...git('ls-files', '-o', '--exclude-standard'),
  ]
}

/**
 * The journeys that these files can reach, and the routes that are walked; without `pages` all are. `isWide`: more than
 * screens has changed.
 */
export function journeysFor(changed, journeys = coveredAreas(), screens = screenFiles()) {
  const files = new Set(changed.filter((file) => file in journeys))
  const pages = new Set()
  for (const file of changed) {
    if (file in journeys || NO_PRODUCT.test(file) || !PRODUCT.test(file)) continue
    const [, area, name] = SCREEN.exec(file) ?? []
    if (area === undefined) return { files: Object.keys(journeys), pages: undefined, isWide: true }
    for (const journey of journeysOf(journeys, area, name)) files.add(journey)
    for (const route of routesOf(screens, area, name)) pages.add(route)
  }
  const walksAll = changed.includes(WALK)
  if (pages.size > 0) files.add(WALK)
  return {
    files: [...files],
    pages: walksAll || pages.size === 0 ? undefined : [...pages],
    isWide: false,
  }
}

/** Those that cover the file or its whole area. */
function journeysOf(journeys, area, name) {
  return Object.keys(journeys).filter((journey) =>
    journeys[journey].some((covered) => covered === area || matches(covered, `${area}/${name}`)),
  )
}

function matches(pattern, path) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

/** Those of one screen; what several screens of an area share reaches all of that area. */
function routesOf(screens, area, name) {
  const routes = Object.entries(screens)
  const own = routes.filter(([, screen]) => screen === `${area}/${name}`)
  return (own.length > 0 ? own : routes.filter(([, screen]) => screen.startsWith(`${area}/`))).map(
    ([route]) => route,
  )
}

/** Each journey file with the areas of screens, or files of them, that its header names. */
export function coveredAreas() {
  const files = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.e2e.ts'))
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(join(root, 'e2e', name), 'utf8')
      const [, areas = ''] = /@covers (.+)/.exec(text) ?? []
      return [`e2e/${name}`, areas.split(',').map((area) => area.trim())]
    }),
  )
}

/** Each route with the file of its screen: `account/me`. Read from the table that the deck opens screens by. */
export function screenFiles() {
  const lines = readFileSync(join(root, 'packages/core/src/screens/screens.ts'), 'utf8').split('\n')
  const makers = {}
  const found = {}
  let route
  let maker
  for (const line of lines) {
    maker = /^const (\w+) = /.exec(line)?.[1] ?? maker
    const [, name, by] = /^  (\w+): (?:(\w+)\()?/.exec(line) ?? []
    route = name ?? route
    const [, file] = /import\('\.\/([\w/-]+)\.js'\)/.exec(line) ?? []
    if (line.startsWith('export const screens')) maker = undefined
    if (file !== undefined && maker !== undefined) makers[maker] = file
    else if (file !== undefined && route !== undefined) found[route] = file
    else if (by !== undefined && by in makers) found[name] = makers[by]
  }
  return found
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}
