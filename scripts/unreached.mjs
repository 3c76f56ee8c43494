/**
 * What a screen can do and nobody can make it do: a panel, a dialog or an action that is built, tested, and opened from nowhere.
 * It reads names, not types: a name that another thing has too counts as used. `npx vitest run scripts/unreached.test.mjs`
 * fails where one is found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Where screens say what they do. */
const DECLARED = 'packages/core/src/screens'
/** Where people do it: in the view, in the example front end and from a script. */
const USED = ['packages/ui-react/src', 'apps/dashboard/src', 'apps/cli-smoke/src', 'examples/plain-dom/src']

/** @param {string} root of the repository @returns {{ name: string, owner: string, file: string }[]} */
export function unreachedMembers(root) {
  const views = USED.map((folder) => sourcesIn(join(root, folder)).map(({ text }) => text)).flat()
  const core = sourcesIn(join(root, 'packages/core/src'))
  return unreached(
    sourcesIn(join(root, DECLARED)).map(({ path, text }) => ({ path: relative(root, path), text })),
    views,
    core.map(({ path, text }) => ({ path: relative(root, path), text })),
  )
}

/**
 * @param {{ path: string, text: string }[]} screens
 * @param {string[]} views texts
 * @param {{ path: string, text: string }[]} core may pass a member on under another name, or use what it is given
 */
export function unreached(screens, views, core) {
  const shown = new Set(views.flatMap((text) => text.match(/[$\w]+/g) ?? []))
  return screens.flatMap(({ path: file, text }) =>
    membersIn(text)
      .filter(({ name }) => !shown.has(name))
      .filter(({ name }) => !core.some(({ path, text: other }) => isAsked(other, name, path === file)))
      .map(({ name, owner }) => ({ name, owner, file })),
  )
}

/** Actions and stores of the interfaces that a file exports. */
function membersIn(text) {
  return [...text.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].flatMap(([, owner, body]) =>
    [...body.matchAll(/^ {2}(?:readonly )?(\$?\w+)\??(\(|: \(|: ReadableAtom|: Confirmation)/gm)].map(
      ([, name]) => ({
        name,
        owner,
      }),
    ),
  )
}

/**
 * Whether a file takes the member from somewhere: `part.name`, `part?.name`, `{ name }` of a parameter or a variable. Where it is
 * declared, braces that are an argument don't count: the file makes the object with them.
 */
function isAsked(text, name, isDeclaredHere) {
  const word = name.replace('$', '\\$')
  if (new RegExp(`[\\w)\\]]\\??\\.${word}(?![\\w$])`).test(text)) return true
  const ends = isDeclaredHere ? '(?: = |: [A-Z])' : '(?: = |:|,?\\s*\\))'
  return new RegExp(`\\{[^{}]*(?<![\\w$])${word}(?![\\w$])[^{}]*\\}${ends}`).test(text)
}

/**
 * Components of the view that nothing draws: a dialog can be built and never be part of a page.
 * @param {string} root of the repository
 */
export function undrawnComponents(root) {
  return undrawn(
    ['packages/ui-react/src', 'apps/dashboard/src']
      .flatMap((folder) => sourcesIn(join(root, folder)))
      .map(({ path, text }) => ({ path: relative(root, path), text })),
  )
}

/** @param {{ path: string, text: string }[]} files @returns {string[]} names with their files */
export function undrawn(files) {
  const words = files.map(({ path, text }) => ({ path, words: new Set(text.match(/\w+/g) ?? []) }))
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:function|const) ([A-Z]\w*[a-z]\w*)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !text.includes(`<${name}`))
      .filter((name) => !words.some((other) => other.path !== path && other.words.has(name)))
      .map((name) => `${name} (${path})`),
  )
}

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
