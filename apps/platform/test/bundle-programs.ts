/**
 * Runs before the platform's tests: bundles the program, its worker and the programs that tests kill, because
 * starting them from their sources takes seconds each time. The bundles are always built from the current sources.
 */
import { build } from 'esbuild'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OUTSIDE, REQUIRE } from '../bundle.js'

const platform = fileURLToPath(new URL('..', import.meta.url))
/** Where what npm installs is found. */
const cache = join(platform, '../../node_modules/.cache')

export async function setup(): Promise<() => void> {
  mkdirSync(cache, { recursive: true })
  const directory = mkdtempSync(join(cache, 'test-programs-'))
  const dist = join(directory, 'dist')
  // The program reads its version from the parent of its folder.
  cpSync(join(platform, 'package.json'), join(directory, 'package.json'))
  await build({
    absWorkingDir: platform,
    entryPoints: {
      main: 'src/main.ts',
      'pglite-worker': 'src/engines/pglite/pglite-worker.ts',
      'json-worker': 'src/json/json-worker.ts',
      'judge-worker': 'src/engines/threads/judge-worker.ts',
      'text-worker': 'src/engines/threads/text-worker.ts',
      'api-worker': 'src/project-api/thread/api-worker.ts',
      'line-worker': 'src/log-lines/line-worker.ts',
      'lines-child': 'src/log-lines/testing/lines-child.ts',
      'traced-child': 'src/engines/testing/traced-child.ts',
      'committing-child': 'src/engines/testing/committing-child.ts',
      'lock-holder': 'src/engines/testing/lock-holder.ts',
      'interrupted-child': 'test/project-life/interrupted-child.ts',
    },
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@basedeck/source'],
    external: OUTSIDE,
    banner: { js: REQUIRE },
    logLevel: 'error',
  })
  process.env['BASEDECK_TEST_PROGRAMS'] = dist
  return () => rmSync(directory, { recursive: true, force: true })
}
