/** `npm start`: makes the checkout ready, then runs the program in this very process. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { followParent } from './follow-parent.mjs'
import { buildPackagesBehind, buildWhenStale, installWhenMissing, root } from './workspace.mjs'

// Run by hand it has a shell that may go on without it; npm's own goes when npm is told to.
if (process.env.npm_lifecycle_event !== undefined) followParent()
installWhenMissing()
buildWhenStale()
const program = join(root, 'apps/platform/dist/main.js')
process.argv[1] = program
await import(pathToFileURL(program).href)
// Scripts import the packages; the page needs none of them, and does not wait.
buildPackagesBehind()
