/**
 * Writes the skeleton of a new screen: `node scripts/new-screen.mjs <area>/<screen> <path>`, for example
 * `node scripts/new-screen.mjs database/sequences /project/{ref}/database/sequences`. The core screen, its test, its view,
 * and a line in each of the four tables that name it; nothing that exists is written over.
 */
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

  const key = camel(screen)
  const type = pascal(screen)
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param)
  const core = `${CORE}/screens/${area}/${screen}.ts`
  const view = `${VIEW}/screens/${area}/${screen}.tsx`
  const files = {}
  for (const [file, text] of [
    [core, coreFile(type, key, params)],
    [core.replace(/\.ts$/, '.test.ts'), testFile(type, key, path, screen)],
    [view, viewFile(type)],
  ]) {
    if (read(file) !== undefined) return { problem: `${file} exists already` }
    files[file] = text
  }

  const tables = [
    [`${CORE}/screens/routes.ts`, '} as const', `  ${key}: { path: '${path}' },\n`, `'${path}'`],
    [
      `${CORE}/screens/screens.ts`,
      '} satisfies Record<Exclude<RouteName',
      `  ${key}: {\n    load: async () => ${loaded(type, area, screen, params)},\n  },\n`,
    ],
    [
      `${VIEW}/screens/views.ts`,
      '\n}',
      `  ${key}: lazy(async () => ({ default: (await import('./${area}/${screen}.js')).${type} })),\n`,
    ],
    [`${CORE}/text/page-titles.ts`, '} as const', `  ${key}: '${sentence(screen)}',\n`],
    [
      `${CORE}/index.ts`,
      `export * from './text/index.js'`,
      `export type { ${type}Screen } from './screens/${area}/${screen}.js'\n`,
    ],
  ]
  for (const [file, before, line, taken] of tables) {
    const text = read(file)
    if (text === undefined) return { problem: `${file} is not there` }
    if (new RegExp(`^  ${key}:`, 'm').test(text)) return { problem: `${file} has a ${key} already` }
    if (taken && text.includes(`path: ${taken}`)) return { problem: `${path} is the path of another screen` }
    const at = insertion(text, before)
    if (at === -1) return { problem: `${file} has no place for a new line: "${before.trim()}" is gone` }
    files[file] = text.slice(0, at) + line + text.slice(at)
  }
  return { files }
}

/** The end of a table: its last such line for a view's, whose closing bracket is all it has. */
function insertion(text, before) {
  if (before !== '\n}') return text.indexOf(before)
  const at = text.lastIndexOf(before)
  return at === -1 ? -1 : at + 1
}

function coreFile(type, key, params) {
  const given = params.map((name) => `${name}: string`).join('; ')
  return `/** TODO: what this page shows, and what one does here. */
import type { Disposable } from '../../kernel/screen.js'
import { pageTitles } from '../../text/page-titles.js'
import type { ScreenContext } from '../context.js'

export interface ${type}Screen extends Disposable {
  readonly title: string
${params.map((name) => `  readonly ${name}: string\n`).join('')}}

export function create${type}(_context: ScreenContext${params.length > 0 ? `, { ${params.join(', ')} }: { ${given} }` : ''}): ${type}Screen {
  return {
    title: pageTitles.${key},
${params.map((name) => `    ${name},\n`).join('')}    dispose() {},
  }
}
`
}

function testFile(type, key, path, screen) {
  const address = path.replace(/\{\w+\}/g, 'default')
  return `import { afterEach, expect, test } from 'vitest'
import { openScreen, type OpenedScreen } from '../../testing/open-screen.js'
import type { ${type}Screen } from './${screen}.js'

let opened: OpenedScreen<${type}Screen> | undefined
afterEach(() => opened?.end())

test('the address opens the page, with its title', async () => {
  opened = await openScreen('${key}', '${address}')
  expect(opened.host.navigation.title).toBe(\`\${opened.screen.title} | Basedeck\`)
})
`
}

function viewFile(type) {
  return `import type { ${type}Screen } from '@basedeck/core'
import { Page } from '../../elements/page.js'

export function ${type}({ screen }: { screen: ${type}Screen }) {
  return <Page title={screen.title}>{null}</Page>
}
`
}

function loaded(type, area, screen, params) {
  const file = `(await import('./${area}/${screen}.js')).create${type}`
  if (params.length === 0) return file
  if (params.join() === 'ref') return `ofProject(${file})`
  if (params.join() === 'slug') return `ofOrganization(${file})`
  const given = params.map((name) => `${name}: param(params, '${name}')`).join(', ')
  return `{
      const { create${type} } = await import('./${area}/${screen}.js')
      return (context: ScreenContext, params: Params) => create${type}(context, { ${given} })
    }`
}

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
  console.log('Next: its data and its sentences (docs/new-screen.md).')
}
