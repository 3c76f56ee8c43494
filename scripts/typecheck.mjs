/**
 * Checks the types of every part that has a tsconfig.json. Parts with the same options are one program, so that what they
 * import from each other is read and checked once.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const AT_A_TIME = 2
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.turbo'])
const folder = join(root, 'node_modules/.cache/basedeck-types')

mkdirSync(folder, { recursive: true })
const waiting = programsOf(partsIn('.')).map((config, index) => {
  const file = join(folder, `${index}.json`)
  writeFileSync(file, JSON.stringify(config))
  return file
})
let isWrong = false
await Promise.all(Array.from({ length: AT_A_TIME }, work))
process.exit(isWrong ? 1 : 0)

async function work() {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', file]
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    const code = await new Promise((resolve) => void child.once('exit', resolve))
    if (code !== 0) isWrong = true
  }
}

/** A configuration for the parts of each set of options; the largest first, so that no processor waits for it at the end. */
function programsOf(parts) {
  const programs = new Map()
  for (const part of parts) {
    const { compilerOptions = {}, include, exclude = [] } = configOf(part)
    const key = JSON.stringify(compilerOptions)
    if (!programs.has(key)) programs.set(key, emptyConfig(compilerOptions))
    programs.get(key).include.push(...include.map((path) => join(root, part, path)))
    programs.get(key).exclude.push(...exclude.map((path) => join(root, part, path)))
  }
  return [...programs.values()].sort((a, b) => b.include.length - a.include.length)
}

function configOf(part) {
  return JSON.parse(readFileSync(join(root, part, 'tsconfig.json'), 'utf8'))
}

function emptyConfig(compilerOptions) {
  return {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions,
    include: [],
    exclude: ['**/node_modules', '**/dist'],
  }
}

/** Folders with a tsconfig.json, at any depth. */
function partsIn(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  return [
    ...(entries.some(({ name }) => name === 'tsconfig.json') ? [path] : []),
    ...entries
      .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name))
      .flatMap(({ name }) => partsIn(join(path, name))),
  ]
}
