/** SIGTERM to `npm start` ends the program, and not only the shell that npm starts it with. */
import { spawn } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const module = pathToFileURL(fileURLToPath(new URL('follow-parent.mjs', import.meta.url))).href

const PROGRAM = `
import { followParent } from '${module}'
process.on('SIGTERM', () => { console.log('stopped cleanly'); process.exit(0) })
setInterval(() => {}, 1000)
followParent()
console.log('ready')
`

test('the program stops cleanly when the shell that started it is ended', async () => {
  // A second command, so that the shell stays.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const closed = new Promise((resolve) => void shell.stdout.once('close', resolve))
  await new Promise((resolve) => {
    shell.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('ready')) resolve(undefined)
    })
  })
  shell.kill('SIGTERM')
  // Its output ends with the program, which outlives the shell by a moment.
  await closed
  expect(output).toContain('stopped cleanly')
})
