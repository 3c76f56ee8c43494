/**
 * Writes the skeleton of a new page: `node scripts/new-screen.mjs <area>/<screen> <path>`, for example
 * `node scripts/new-screen.mjs database/sequences /project/{ref}/database/sequences`. The core screen, its test, its view,
 * its entry in the two lists of its area, and its title; nothing that exists is written over.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CORE = 'packages/core/src'
const VIEW = 'packages/ui-react/src'

/**
 * What has to be written, as texts by their paths: nothing is written here.
 * @param read gives the text of a file of the tree; undefined when there is none
 * @returns {{ files: Record<string, string> } | { problem: string }}
 */
export function planScreen(name, path, read) {
  const [, area, screen] = /^([a-z][a-z0-9-]*)\/([a-z][a-z0-9-]*)$/.exec(name ?? '') ?? []
  if (!screen) return { problem: 'Name it as <area>/<screen>, both in kebab-case: database/sequences' }
  if (!/^(\/([a-z0-9-]+|\{[a-z]+\}))+$/i.test(path ?? ''))
    return { problem: 'Give its path, with parameters in braces: /project/{ref}/database/sequences' }
  const areas = areasOf(read)
  if (!areas.includes(area)) return { problem: `There is no area ${area}. There are: ${areas.join(', ')}` }
  if (areas.some((other) => read(listOf(other)).includes(`path: '${path}'`)))
    return { problem: `${path} is the path of another page` }

  const key = camel(screen)
  const type = pascal(screen)
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
  const core = `${CORE}/screens/${area}/${screen}.ts`
  const place = placeIn(area, path, read)
  const files = {}
  for (const [file, text] of [
    [core, coreFile(type, params, area, needsGate(path))],
    [core.replace(/\.ts$/, '.test.ts'), testFile(type, key, path, screen, place !== '')],
    [`${VIEW}/screens/${area}/${screen}.tsx`, viewFile(type, key, area, needsGate(path))],
  ]) {
    if (read(file) !== undefined) return { problem: `${file} exists already` }
    files[file] = text
  }

  for (const [file, end, line] of [
    [listOf(area), '\n}\n', pageEntry(type, key, path, screen, place)],
    [
      `${VIEW}/screens/${area}/views.ts`,
      '\n}\n',
      `  ${key}: view(async () => (await import('./${screen}.js')).${type}),\n`,
    ],
    [`${CORE}/text/page-titles.ts`, '\n} as const\n', `  ${key}: '${sentence(screen)}',\n`],
  ]) {
    const text = read(file)
    if (text === undefined) return { problem: `${file} is not there` }
    if (new RegExp(`^  ${key}:`, 'm').test(text)) return { problem: `${file} has a ${key} already` }
    const at = text.lastIndexOf(end)
    if (at === -1) return { problem: `${file} has no place for a new line: its list has no end` }
    files[file] = withImports(file, text.slice(0, at + 1) + line + text.slice(at + 1))
  }
  return { files }
}

/** The areas that have a list of pages. */
function areasOf(read) {
  const all = read(`${CORE}/screens/pages.ts`) ?? ''
  return [...all.matchAll(/from '\.\/([\w-]+)\/pages\.js'/g)].map(([, area]) => area)
}

function listOf(area) {
  return `${CORE}/screens/${area}/pages.ts`
}

/** A page of a project shows nothing without its database, unless its author says otherwise. */
function pageEntry(type, key, path, screen, place) {
  return `  ${key}: page({
    path: '${path}',
    title: pageTitles.${key},
${needsGate(path) ? '    needsDatabase: true,\n' : ''}${place}    load: async () => (await import('./${screen}.js')).create${type},
  }),
`
}

/** The last place in the first group of the area's own menu; empty for a page that no menu beside the sidebar can hold. */
function placeIn(area, path, read) {
  const menu = area === 'organization' ? 'organizationSettings' : area
  if (
    !path.startsWith(area === 'organization' ? '/org/{slug}/' : '/project/{ref}/') ||
    /\{(?!ref|slug)/.test(path)
  )
    return ''
  const placesIn = (list) =>
    [...list.matchAll(/menu: '(\w+)',\s+group: '([\w-]+)',\s+order: (\d+)/g)].filter(
      ([, name]) => name === menu,
    )
  const [, , group] = placesIn(read(listOf(area)))[0] ?? []
  if (group === undefined) return ''
  const orders = areasOf(read).flatMap((other) =>
    placesIn(read(listOf(other))).map(([, , of, order]) => (of === group ? Number(order) : 0)),
  )
  return `    menus: [{ menu: '${menu}', group: '${group}', order: ${Math.max(...orders) + 10} }],\n`
}

function needsGate(path) {
  return path.startsWith('/project/{ref}')
}

/** The first page, or the first view, of a list needs an import of what makes one. */
function withImports(file, text) {
  if (file.endsWith('/views.ts'))
    return text.replace(
      `import type { Views } from '../view.js'`,
      `import { view, type Views } from '../view.js'`,
    )
  return text.replace(`import { leading } from '../page.js'`, `import { leading, page } from '../page.js'`)
}

function coreFile(type, params, area, hasGate) {
  const given = [...params, 'title'].map((name) => `${name}: string`)
  const names = [...params, 'title']
  if (hasGate) {
    names.push('gate')
    given.push('gate: ProjectGate')
  }
  return `/** TODO: what this page shows, and what one does here. */
import type { Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'
${hasGate ? `import type { ProjectGate } from '../parts/project-gate.js'\n` : ''}
export interface ${type}Screen extends Disposable {
${given.map((member) => `  readonly ${member}\n`).join('')}}

export function create${type}(
  _context: Needs<never>,
  { ${names.join(', ')} }: { ${given.join('; ')} },
): ${type}Screen {
  return { ${names.join(', ')}, dispose() {} }
}
`
}

function testFile(type, key, path, screen, isInMenu) {
  const address = path.replace(/\{\w+\}/g, 'default')
  const inMenu = `
test('the menu leads to the page', async () => {
  opened = await openScreen('${key}', '${address}')
  const { screen, deck, watch, until } = opened
  const menu = watch(deck.shell.$sideMenu)
  const open = () => menu()?.sections.flatMap(({ items }) => items).find(({ active }) => active)
  await until(() => expect(open()).toMatchObject({ label: screen.title, href: '${address}' }))
})
`
  return `import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ${type}Screen } from './${screen}.js'

let opened: OpenedScreen<${type}Screen> | undefined
afterEach(() => opened?.end())

test('the address opens the page, with its title', async () => {
  opened = await openScreen('${key}', '${address}')
  const { screen, host } = opened
  expect(host.navigation.title.split(' · ')[0]).toBe(screen.title)
})
${isInMenu ? inMenu : ''}`
}

function viewFile(type, key, area, hasGate) {
  return `import type { ScreenOf } from '@basedeck/core'
import { Page } from '../../elements/page.js'
${hasGate ? `import { Gated } from '../parts/gated.js'\n` : ''}
export function ${type}({ screen }: { screen: ScreenOf<'${key}'> }) {
  return ${hasGate ? gatedPage : '<Page title={screen.title}>{null}</Page>'}
}
`
}

const gatedPage = `(
    <Page title={screen.title}>
      <Gated gate={screen.gate}>{null}</Gated>
    </Page>
  )`

function camel(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

function pascal(name) {
  return camel(name).replace(/^\w/, (letter) => letter.toUpperCase())
}

function sentence(name) {
  return name.replaceAll('-', ' ').replace(/^\w/, (letter) => letter.toUpperCase())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const [name, path] = process.argv.slice(2)
  const plan = planScreen(name, path, (file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined,
  )
  if ('problem' in plan) {
    console.error(plan.problem)
    process.exit(1)
  }
  for (const [file, text] of Object.entries(plan.files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
    console.log(file)
  }
  // The lines are laid out as all others.
  spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...Object.keys(plan.files)], {
    cwd: root,
  })
  console.log('Next: its data and its sentences (docs/new-screen.md).')
}
