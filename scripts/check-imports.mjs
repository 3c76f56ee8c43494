/**
 * Reads every import of the packages and fails when one points the wrong way, when files import each other in a circle,
 * when a screen takes the whole context instead of the members that it uses, when a file of `rules/` states no rule, when core
 * reads the clock by `new Date()`, and when a handler of the platform is mounted beside the contract.
 * The rules are in `import-rules.mjs`, `import-circles.mjs`, `screen-needs.mjs` and `source-rules.mjs`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { importCircles } from './import-circles.mjs'
import { importProblems, PACKAGES } from './import-rules.mjs'
import { needsProblems } from './screen-needs.mjs'
import { sourceProblems } from './source-rules.mjs'
import { root } from './workspace.mjs'

/**
 * The names of all pages type the links that screens and info pages make, and the lists of pages name the types of the
 * screens. The compiler resolves that; these imports are of types alone.
 */
const PAGES = 'packages/core/src/screens/pages.ts'
const LINKED = ['page-router.ts', 'info-pages/info-pages.ts'].map(
  (file) => `packages/core/src/screens/${file}`,
)

const problems = [...Object.keys(PACKAGES).flatMap(wrongWays), ...circles(), ...wholeContexts(), ...sources()]
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? 'Imports point one way, screens declare what they need, and rules and handlers are where they belong.'
    : `Problems: ${problems.length}.`,
)
process.exit(problems.length === 0 ? 0 : 1)

function wrongWays(name) {
  const source = join(root, name, 'src')
  return sourcesOf(source).flatMap((file) => {
    const path = relative(source, file).split(sep).join('/')
    return importsOf(file).flatMap((specifier) => importProblems(name, path, specifier))
  })
}

function circles() {
  const files = Object.keys(PACKAGES).flatMap((name) => sourcesOf(join(root, name, 'src')))
  const imports = new Map(
    files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => [
        pathOf(file),
        neighboursOf(file)
          .map(pathOf)
          .filter((to) => to !== PAGES || !LINKED.includes(pathOf(file))),
      ]),
  )
  return importCircles(imports).map((circle) => `These files import each other: ${circle.join(', ')}`)
}

function wholeContexts() {
  const folder = join(root, 'packages/core/src/screens')
  return sourcesOf(folder).flatMap((file) =>
    needsProblems(relative(folder, file).split(sep).join('/'), readFileSync(file, 'utf8')),
  )
}

function sources() {
  return Object.keys(PACKAGES)
    .flatMap((name) => sourcesOf(join(root, name, 'src')))
    .flatMap((file) => sourceProblems(pathOf(file), readFileSync(file, 'utf8')))
}

function pathOf(file) {
  return relative(root, file).split(sep).join('/')
}

/** The files of the package that come with a file; what is imported only when it is wanted does not. */
function neighboursOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(/from\s+'(\.[^']+)\.js'/g)]
    .flatMap(([, specifier]) =>
      ['.ts', '.tsx'].map((extension) => join(dirname(file), specifier + extension)),
    )
    .filter((path) => existsSync(path))
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function importsOf(file) {
  const whole = readFileSync(file, 'utf8')
  // The files that Connect shows are texts: what they import is not imported here.
  const text = file.includes('connect-files') ? whole.replaceAll(/`(?:\\.|[^`\\])*`/g, '') : whole
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1])
}
