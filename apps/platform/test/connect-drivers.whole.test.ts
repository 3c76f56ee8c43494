/**
 * Every file of Connect that has a database URL is run as it is shown, direct and through both poolers. `npm run
 * test:full` installs the drivers into the folder that BASEDECK_DRIVERS names.
 */
import { getProjectSettings } from '@basedeck/platform-client'
import { connectionString, PASSWORD_PLACEHOLDER, type ConnectionTarget } from '@basedeck/core/rules'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Poolers } from '../src/poolers/poolers.js'
import { PASSWORD, runFiles, runOnEnv, type RunFiles, type ShownFiles } from './connect-proof.js'
import { runApp, type RunningApp } from './running-app.js'
import { startTestPoolers } from './test-poolers.js'

const folder = process.env['BASEDECK_DRIVERS']
const installationId = randomUUID()
const NOW = /^\d{4}-\d\d-\d\d /

const next = { module: 'lib/db', envFile: '.env.local' }
const FILES: readonly (readonly [name: string, files: ShownFiles, how: Omit<RunFiles, 'within'>])[] = [
  ['node-postgres', { framework: 'nextjs', using: 'app', with: 'pg' }, next],
  ['Postgres.js', { framework: 'nextjs', using: 'app', with: 'postgresjs' }, next],
  ['Kysely', { framework: 'nextjs', using: 'pages', with: 'kysely' }, next],
  ['Drizzle on Postgres.js', { framework: 'drizzle', with: 'postgresjs' }, { module: 'src/db' }],
  ['Drizzle on node-postgres', { framework: 'drizzle', with: 'pg' }, { module: 'src/db' }],
  [
    'Prisma',
    { framework: 'prisma', with: 'prisma' },
    { module: 'src/db', before: [['npx', '--no-install', 'prisma', 'generate']] },
  ],
]

const PYTHON = `
import os, psycopg2
lines = dict(line.split('=', 1) for line in os.environ['CONNECT_ENV'].splitlines())
url = lines.get('DATABASE_URL')
connection = psycopg2.connect(url) if url else psycopg2.connect(**lines)
cursor = connection.cursor()
cursor.execute('select current_user')
print(cursor.fetchone()[0])
`
const PHP = `
$lines = [];
foreach (explode("\\n", getenv('CONNECT_ENV')) as $line) { [$name, $value] = explode('=', $line, 2); $lines[$name] = $value; }
$words = array_map(fn($name, $value) => $name . "='" . addcslashes($value, "'\\\\") . "'", array_keys($lines), $lines);
$connection = pg_connect($lines['DATABASE_URL'] ?? implode(' ', $words));
echo pg_fetch_result(pg_query($connection, 'select current_user'), 0, 0);
`

describe.runIf(folder !== undefined)('with the drivers that applications use', () => {
  let running: RunningApp
  let poolers: Poolers
  beforeAll(async () => {
    running = await runApp('cluster', { ownerPassword: PASSWORD, installationId })
    poolers = await startTestPoolers(running, installationId, { ports: { transaction: 0, session: 0 } })
    await vi.waitUntil(() => poolers.shared('default')?.session.isRunning, { timeout: 20_000 })
  })
  afterAll(async () => {
    await poolers.close()
    await running.stop()
  })

  async function targetOf(method: 'direct' | 'transaction' | 'session'): Promise<ConnectionTarget> {
    const settings = await running.client.call(getProjectSettings, { params: { ref: 'default' } })
    const { db_host: host, db_port: port, db_name: database, db_user: user } = settings
    const pair = poolers.shared('default')
    if (method === 'direct' || !pair) return { host, port, database, user }
    return { host, port: pair[method].port, database: pair.database, user }
  }

  for (const method of ['direct', 'transaction', 'session'] as const) {
    test.each(FILES)(`%s, ${method}`, { timeout: 60_000 }, async (_, files, how) => {
      expect(await runFiles(await targetOf(method), files, { within: folder ?? '', ...how })).toMatch(NOW)
    })

    test.each([
      ['/usr/bin/python3', 'python', PYTHON],
      ['/usr/bin/python3', 'sqlalchemy', PYTHON],
      ['php', 'php', PHP],
    ] as const)(`%s by the form %s, ${method}`, async (program, type, script) => {
      const { text } = connectionString(type, method, await targetOf(method))
      const password = text.startsWith('DATABASE_URL') ? encodeURIComponent(PASSWORD) : PASSWORD
      expect(await runOnEnv(text.replace(PASSWORD_PLACEHOLDER, password), program, script)).toBe('postgres')
    })
  }
})
