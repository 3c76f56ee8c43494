/**
 * Proves that the core needs no view: packs guard, storage engine, client, core and cli-smoke, installs them into an empty folder,
 * looks for React in there, and runs the journeys against a real platform.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale, packInto, root, run } from './workspace.mjs'

const PACKAGES = [
  'packages/sql-guard',
  'packages/storage-engine',
  'packages/platform-client',
  'packages/core',
  'apps/cli-smoke',
]
/** A journey that does not end is a failure too. */
const STEP_LIMIT_MS = 120_000
const VIEW = /(^|\/)(react|react-dom|monaco-editor|@nanostores\/react)$/

buildWhenStale()
run('npx', [
  'turbo',
  'run',
  'build',
  ...PACKAGES.map((name) => `--filter=./${name}`),
  '--output-logs=errors-only',
])
const folder = mkdtempSync(join(tmpdir(), 'basedeck-headless-'))
// As root, PostgreSQL runs as another user, who must get in.
chmodSync(folder, 0o755)
let platform
try {
  const tarballs = packInto(folder, PACKAGES)
  writeFileSync(join(folder, 'package.json'), '{"name":"headless","private":true,"type":"module"}')
  execute(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs],
    folder,
  )
  const installed = listPackages(join(folder, 'node_modules'))
  const views = installed.filter((name) => VIEW.test(name))
  if (views.length > 0) throw new Error(`The headless packages bring a view: ${views.join(', ')}`)
  console.log(`Installed without a view: ${installed.join(', ')}`)

  platform = await startPlatform('own')
  execute('npx', ['--no-install', 'basedeck-cli-smoke', platform.url], folder)
  await platform.stop()
  platform = await startPlatform('hosted', '--platform')
  const token = await firstToken(platform)
  execute('npx', ['--no-install', 'basedeck-cli-smoke', platform.url, '--token', token], folder)
} finally {
  await platform?.stop()
  rmSync(folder, { recursive: true, force: true })
}

function listPackages(modules) {
  return readdirSync(modules)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )
    .filter((name) => !name.startsWith('.'))
}

/** Makes the first account and an access token, as its owner does in the browser. */
async function firstToken({ url, setupCode }) {
  const post = (path, body, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const account = {
    setup_code: setupCode,
    email: 'ada@example.com',
    password: 'correct horse battery',
    first_name: 'Ada',
    organization_name: 'First',
  }
  const made = await post('/platform/auth/setup', account)
  const [cookie] = (made.headers.get('set-cookie') ?? '').split(';')
  const answer = await post('/platform/profile/access-tokens', { name: 'smoke', access: 'manage' }, cookie)
  return (await answer.json()).token
}

/** Resolves once what stands behind the page is open. */
function startPlatform(name, ...more) {
  const program = join(root, 'apps/platform/dist/main.js')
  const args = [program, '--port', '0', '--api-port', '0', '--data-dir', join(folder, name), ...more]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const url = /Basedeck is at (http:\S+)/.exec(text)?.[1]
      if (url && /(database +open|projects +ready)/.test(text)) {
        const setupCode = /code=(\S+)/.exec(text)?.[1]
        resolve({ url, setupCode, stop: () => (child.kill('SIGTERM'), ended) })
      }
    })
    ended.then((code) => reject(new Error(`The platform ended with ${code}`)))
  })
}

function execute(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: STEP_LIMIT_MS,
  })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed\n${stdout}${stderr}`)
  if (command !== 'npm') process.stdout.write(stdout)
  return stdout
}
