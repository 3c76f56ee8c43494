/** `npm run bench [name…]`: speed and size, each against a peer or a floor in the same run. */
import { buildWhenStale, installWhenMissing, run } from './workspace.mjs'

installWhenMissing()
buildWhenStale()
const { findOrInstallChromium } = await import('./machine.mjs')
const chromium = await findOrInstallChromium()
run('npx', ['tsx', '--conditions=@basedeck/source', 'bench/main.ts', ...process.argv.slice(2)], {
  env: chromium ? { BASEDECK_CHROMIUM: chromium } : {},
})
