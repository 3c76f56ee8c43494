/** Fails when an export of a package's door has no docstring: a user of the package sees nothing else of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { docstringsOf } from './docstrings.mjs'
import { root } from './workspace.mjs'

const SOURCE = '@basedeck/source'

const doors = readdirSync(join(root, 'packages')).flatMap((name) => {
  const folder = join(root, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.values(exports)
    .map((target) => join(folder, typeof target === 'string' ? target : target[SOURCE]))
    .filter((file) => /\.tsx?$/.test(file))
})

let count = 0
const missing = new Map()
for (const door of docstringsOf(doors)) {
  count += door.names.length
  for (const { name, path } of door.missing)
    missing.set(`${relative(root, path)}: ${name} has no docstring`, name)
}
for (const problem of [...missing.keys()].toSorted()) console.error(problem)
console.log(
  `${count} exports of ${doors.length} doors; ${missing.size === 0 ? 'each' : `all but ${missing.size}`} has a docstring.`,
)
process.exit(missing.size === 0 ? 0 : 1)
