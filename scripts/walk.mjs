/** `npm run walk`: what a person does for an hour, in a real browser: every fragment of everyday SQL, key by key. */
import { chromiumAdvice, findOrInstallChromium } from './machine.mjs'
import { buildWhenStale, installWhenMissing, run } from './workspace.mjs'

installWhenMissing()
buildWhenStale()
const chromium = await findOrInstallChromium()
if (!chromium) {
  console.error(chromiumAdvice)
  process.exit(1)
}
run(
  'npx',
  ['playwright', 'test', '--config=playwright.walk.config.ts', '--reporter=line', ...process.argv.slice(2)],
  { env: { BASEDECK_CHROMIUM: chromium } },
)
