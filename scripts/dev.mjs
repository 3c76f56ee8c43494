/**
 * `npm run dev`: the platform from source, started again when a source changes, and the dashboard with hot reload
 * in front of it. Options go to the platform.
 */
import { spawn } from 'node:child_process'
import { installWhenMissing, root } from './workspace.mjs'

installWhenMissing()
const options = { cwd: root, stdio: 'inherit' }
const platform = spawn(
  'npx',
  [
    'tsx',
    'watch',
    '--conditions=@basedeck/source',
    'apps/platform/src/main.ts',
    '--public-url',
    'http://127.0.0.1:5173',
    ...process.argv.slice(2),
  ],
  options,
)
const dashboard = spawn(
  'npx',
  ['vite', '--host', '127.0.0.1', '--port', '5173', '--strictPort', 'apps/dashboard'],
  options,
)

const stop = () => {
  platform.kill()
  dashboard.kill()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
platform.on('exit', stop)
dashboard.on('exit', stop)
