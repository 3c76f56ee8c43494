/** Imports point one way (ARCHITECTURE). This file states it, and fails when a file breaks it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './workspace.mjs'

/** Package → the workspace packages it may import. */
const PACKAGES = {
  'packages/sql-guard': [],
  'packages/platform-client': [],
  'packages/core': ['@basedeck/sql-guard', '@basedeck/platform-client'],
  'packages/ui-react': ['@basedeck/core'],
  'apps/dashboard': ['@basedeck/core', '@basedeck/ui-react', '@basedeck/sql-guard'],
  'apps/cli-smoke': ['@basedeck/core', '@basedeck/platform-client', '@basedeck/sql-guard'],
  'apps/platform': [
    '@basedeck/platform-client/contract',
    '@basedeck/sql-guard',
    '@basedeck/core/rules',
    '@basedeck/core/sql',
  ],
}

/** Inside core, a folder may import itself and the ones before it; rules, sql and text know no store. */
const CORE_LAYERS = [
  ['text', 'rules', 'sql'],
  ['kernel', 'ports'],
  ['data'],
  ['sessions'],
  ['screens'],
  ['deck.ts', 'index.ts'],
]

/** These folders of core are doors of their own, for the server and for scripts: they bring no store along. */
const PURE = ['rules', 'sql', 'text']
const STORES = /^(nanostores|@tanstack\/query-core)(\/|$)/

/** Packages that must run anywhere import none of these. */
const HEADLESS = ['packages/sql-guard', 'packages/platform-client', 'packages/core']
const VIEW = /^(react|react-dom|@nanostores\/react|monaco-editor|@basedeck\/ui-react)(\/|$)/

const problems = []
for (const [name, allowed] of Object.entries(PACKAGES)) {
  for (const file of sourcesOf(join(root, name, 'src'))) {
    for (const specifier of importsOf(file)) checkImport(name, allowed, file, specifier)
  }
}
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0 ? 'Imports point one way.' : `${problems.length} imports point the wrong way.`,
)
process.exit(problems.length === 0 ? 0 : 1)

function checkImport(name, allowed, file, specifier) {
  const where = `${relative(root, file)} imports ${specifier}`
  if (specifier.startsWith('@basedeck/')) {
    if (!allowed.some((entry) => specifier === entry || specifier.startsWith(`${entry}/`)))
      problems.push(where)
  } else if (specifier.startsWith('.')) {
    const target = relative(join(root, name, 'src'), join(dirname(file), specifier))
    if (target.startsWith('..')) problems.push(`${where}, outside of its package`)
    if (name === 'packages/core') checkLayer(file, target, where)
  } else if (HEADLESS.includes(name) && !isTest(file)) {
    if (VIEW.test(specifier) || specifier.startsWith('node:'))
      problems.push(`${where}, which is not everywhere`)
    const folder = folderOf(relative(join(root, 'packages/core/src'), file))
    if (STORES.test(specifier) && PURE.includes(folder)) problems.push(`${where}: no store here`)
  }
  if (file.endsWith('.tsx') && name !== 'packages/ui-react' && name !== 'apps/dashboard')
    problems.push(`${where}: no view here`)
}

function checkLayer(file, target, where) {
  if (isTest(file)) return
  const from = layerOf(relative(join(root, 'packages/core/src'), file))
  const to = layerOf(target.replace(/\.js$/, '.ts'))
  if (to > from) problems.push(`${where}, a later layer`)
  if (
    from === 0 &&
    to === 0 &&
    folderOf(relative(join(root, 'packages/core/src'), file)) === 'rules' &&
    folderOf(target) === 'text'
  ) {
    problems.push(`${where}: rules return reasons, not sentences`)
  }
}

function layerOf(path) {
  const layer = CORE_LAYERS.findIndex((folders) => folders.includes(folderOf(path)))
  if (layer === -1) problems.push(`${path} stands in no layer`)
  return layer
}

function folderOf(path) {
  return path.split('/')[0]
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file) || file.includes('/testing/')
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1])
}
