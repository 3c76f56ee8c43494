/**
 * What a change can reach in the browser. Journeys say in their header what they cover: an area of screens (`@covers sql`),
 * or some files of it (`@covers sql/snippet-*`). A changed screen, its view or its sentences reach the journeys that cover
 * it, and its own pages of the walk. Anything else of the product reaches all journeys.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const WALK = 'e2e/routes.e2e.ts'
/** The journeys of the examples. */
const EXAMPLES = { 'examples/plain-dom/': 'e2e/plain-dom.e2e.ts', 'examples/todo/': 'e2e/todo.e2e.ts' }
/**
 * Areas of the core's screens and of their views have the same names. An area's lists are no screen: routes, titles and
 * menus of every page are computed with them.
 */
const SCREEN = /^packages\/(?:core|ui-react)\/src\/screens\/([\w-]+)\/(?!(?:pages|views)\.ts$)([\w-]+)\./
/** The parts of a query, which the editor and its panels share, are drawn by the views of this area. */
const DRAWN_IN = { query: 'sql' }
const PRODUCT = /^(packages|apps|e2e\/models|playwright\.config)/
const NO_PRODUCT = /\.test\.m?tsx?$|\/test\/|\/testing\/|\/contract-suite\/|\.md$|^apps\/cli-smoke\//

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
    for (const [folder, journey] of Object.entries(EXAMPLES)) if (file.startsWith(folder)) files.add(journey)
    if (file in journeys || NO_PRODUCT.test(file) || !PRODUCT.test(file)) continue
    const [, folder, name] = SCREEN.exec(file) ?? []
    const area = DRAWN_IN[folder] ?? folder
    const covering = journeysOf(journeys, area, name)
    const routes = routesOf(screens, area, name)
    // Parts that no journey names are drawn anywhere.
    if (covering.length + routes.length === 0)
      return { files: Object.keys(journeys), pages: undefined, isWide: true }
    for (const journey of covering) files.add(journey)
    for (const route of routes) pages.add(route)
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

/** Each page with the file of its screen: `account/me`. Read from the lists of the areas, which the deck opens screens by. */
export function screenFiles() {
  const screens = join(root, 'packages/core/src/screens')
  const read = (path) => (existsSync(join(screens, path)) ? readFileSync(join(screens, path), 'utf8') : '')
  const lists = readdirSync(screens).map((area) => [area, read(`${area}/pages.ts`)])
  return Object.fromEntries(
    lists.flatMap(([area, text]) => {
      const makers = makersOf(area, text, read)
      const entries = text.split(/^ {2}(?=\w+: page)/m).slice(1)
      return entries.flatMap((entry) => {
        const [, name] = /^(\w+):/.exec(entry)
        const [, maker] = /load: (\w+)\(/.exec(entry) ?? []
        const [, atHand] = /create: (\w+),/.exec(entry) ?? []
        const file = fetchedIn(area, entry) ?? makers[maker] ?? makers[atHand]
        return file === undefined ? [] : [[name, file]]
      })
    }),
  )
}

/** What a list makes several of its screens by, with the file that is fetched: its own, or one of another area. */
function makersOf(area, text, read) {
  const imported = [...text.matchAll(/^import \{ (\w+) \} from '\.(\.?)\/([\w/-]+)\.js'$/gm)].map(
    ([, name, up, path]) => {
      const file = up ? path : `${area}/${path}`
      return [name, fetchedIn(file.split('/')[0], read(`${file}.ts`)) ?? file]
    },
  )
  const own = [...text.matchAll(/^const (\w+) = [^]*?^}$/gm)].map(([maker, name]) => [
    name,
    fetchedIn(area, maker),
  ])
  return Object.fromEntries([...imported, ...own])
}

/** The first file that a piece of code of an area fetches. */
function fetchedIn(area, code) {
  const [, up, path] = /import\('\.(\.?)\/([\w/-]+)\.js'\)/.exec(code) ?? []
  return path && (up ? path : `${area}/${path}`)
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}
