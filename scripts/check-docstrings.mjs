/**
 * Fails when an export of a package's entry points has no docstring – a user of the package sees nothing else of it – and when
 * a noun of core's rules is no entry point.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { docstringsOf } from './docstrings.mjs'
import { nounProblems } from './noun-entries.mjs'
import { root } from './workspace.mjs'

const SOURCE = '@basedeck/source'

const entries = readdirSync(join(root, 'packages')).flatMap((name) => {
  const folder = join(root, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.values(exports)
    .map((target) => join(folder, typeof target === 'string' ? target : target[SOURCE]))
    .filter((file) => /\.tsx?$/.test(file))
})

let count = 0
const missing = new Map()
for (const entry of docstringsOf(entries)) {
  count += entry.names.length
  for (const { name, path } of entry.missing)
    missing.set(`${relative(root, path)}: ${name} has no docstring`, name)
}
const core = join(root, 'packages/core')
const textOf = (file) => readFileSync(join(core, file), 'utf8')
const nouns = nounProblems({
  nouns: readdirSync(join(core, 'src/rules/nouns')).map((file) => file.replace(/\.ts$/, '')),
  exports: JSON.parse(textOf('package.json')).exports,
  index: textOf('src/rules/index.ts'),
  readme: textOf('README.md'),
})
for (const problem of [...nouns, ...[...missing.keys()].toSorted()]) console.error(problem)
console.log(
  `${count} exports of ${entries.length} entry points; ${missing.size === 0 ? 'each' : `all but ${missing.size}`} has a docstring.`,
)
process.exit(missing.size + nouns.length === 0 ? 0 : 1)
