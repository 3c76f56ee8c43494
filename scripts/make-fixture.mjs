/**
 * `node scripts/make-fixture.mjs <commit> <folder> [cluster|pglite]`: makes a data directory as the program of that commit
 * makes it – the demo, with its accounts, projects, rows and snippets – so that an upgrade can be tried on it. The commit is
 * built up in a temporary clone. `scripts/upgrade.mjs` does this and opens it with the present program.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './workspace.mjs'

/**
 * Calls `work` with the clone of a commit, ready to run, and removes it afterwards.
 * @throws when the commit is not in this repository, or can't be installed
 */
export async function withClone(commit, work) {
  const clone = mkdtempSync(join(tmpdir(), 'basedeck-clone-'))
  try {
    must('git', ['clone', '--quiet', '--no-checkout', '--shared', root, clone], root)
    must('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit], clone)
    must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], clone)
    return await work(clone)
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

/** How the program of a checkout is started from its sources. */
export function programOf(checkout) {
  return ['--import', 'tsx', '--conditions=@basedeck/source', join(checkout, 'apps/platform/src/main.ts')]
}

/** Fills `folder` with the demo; gives the addresses of its people, and the password of all of them. */
export function makeFixture(clone, folder, engine) {
  const args = [...programOf(clone), 'seed', 'demo', '--data-dir', folder, '--engine', engine]
  const said = must(process.execPath, args, clone)
  const password = /password (\S+)/.exec(said)?.[1]
  if (password === undefined) throw new Error(`The demo was not made: ${said}`)
  return { password, emails: said.match(/\S+@example\.com/g) ?? [] }
}

function must(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [commit, folder, engine = 'pglite'] = process.argv.slice(2)
  if (commit === undefined || folder === undefined) {
    console.error('It is node scripts/make-fixture.mjs <commit> <folder> [cluster|pglite]')
    process.exit(1)
  }
  const { password } = await withClone(commit, (clone) => makeFixture(clone, resolve(folder), engine))
  console.log(`${folder} is as ${commit} makes it; its people sign in with ${password}`)
}
