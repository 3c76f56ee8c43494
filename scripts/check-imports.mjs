/** Reads every import of the packages and fails when one points the wrong way. The rule is in `import-rules.mjs`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { importProblems, PACKAGES } from './import-rules.mjs'
import { root } from './workspace.mjs'

const problems = Object.keys(PACKAGES).flatMap((name) => {
  const source = join(root, name, 'src')
  return sourcesOf(source).flatMap((file) => {
    const path = relative(source, file).split(sep).join('/')
    return importsOf(file).flatMap((specifier) => importProblems(name, path, specifier))
  })
})
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0 ? 'Imports point one way.' : `${problems.length} imports point the wrong way.`,
)
process.exit(problems.length === 0 ? 0 : 1)

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function importsOf(file) {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1])
}
