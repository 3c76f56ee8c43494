/** Checks the types of every part that has a tsconfig.json, two at a time. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const AT_A_TIME = 2
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.turbo'])
const parts = partsIn('.')

const waiting = [...parts]
const failed = []
await Promise.all(Array.from({ length: AT_A_TIME }, work))
if (failed.length > 0) console.log(`Types are wrong in ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)

async function work() {
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    const child = spawn(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', part], {
      cwd: root,
      stdio: 'inherit',
    })
    const code = await new Promise((resolve) => void child.once('exit', resolve))
    if (code !== 0) failed.push(part)
  }
}

/** Folders with a tsconfig.json, at any depth. */
function partsIn(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return [
    ...(entries.some(({ name }) => name === 'tsconfig.json') ? [folder] : []),
    ...entries
      .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name))
      .flatMap(({ name }) => partsIn(join(folder, name))),
  ]
}
