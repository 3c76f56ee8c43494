/** Runs turbo's tasks, without a call that leaves the machine: `node scripts/turbo.mjs build`. */
import { run } from './workspace.mjs'

run('npx', ['turbo', 'run', ...process.argv.slice(2), '--output-logs=errors-only'])
