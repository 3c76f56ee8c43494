/** `npm start`: makes the checkout ready, then runs the program in this very process. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildPackagesBehind, buildWhenStale, installWhenMissing, root } from './workspace.mjs'

installWhenMissing()
buildWhenStale()
const program = join(root, 'apps/platform/dist/main.js')
process.argv[1] = program
await import(pathToFileURL(program).href)
// Scripts import the packages; the page needs none of them, and does not wait.
buildPackagesBehind()
