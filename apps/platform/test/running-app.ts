/** The platform's handler over a real engine, without a port: requests go straight in. */
import { createClient, type Client } from '@basedeck/platform-client'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../src/app.js'
import { createEngine, type Engine } from '../src/engines/index.js'
import { createProjects } from '../src/services/projects.js'

const ORIGIN = 'http://127.0.0.1:8787'

export interface RunningApp {
  app: ReturnType<typeof createApp>
  client: Client
  engine: Engine
  stop(): Promise<void>
}

export async function runApp(
  kind: 'cluster' | 'pglite' | 'postgres',
  databaseUrl?: string,
): Promise<RunningApp> {
  const folder = await mkdtemp(join(tmpdir(), 'basedeck-app-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(folder, 0o755)
  const engine = await createEngine({
    kind,
    dataDir: folder,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  const app = appOver(engine)
  return {
    app,
    engine,
    client: createClient({
      baseUrl: ORIGIN,
      fetch: ((url: string, init: RequestInit) => app.request(url, init)) as never,
    }),
    async stop() {
      await engine.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The handler alone, over any engine. */
export function appOver(engine: Engine, dashboardDir = '/nowhere') {
  const apiUrl = () => 'http://127.0.0.1:8788'
  return createApp({
    engine,
    projects: createProjects({
      engine,
      createdAt: '2026-01-01T00:00:00.000Z',
      apiUrl,
      databaseHost: '127.0.0.1',
    }),
    log: pino({ level: 'silent' }),
    version: '0.0.0',
    allowedOrigins: () => [ORIGIN, 'http://localhost:8787'],
    apiUrl,
    dashboardDir,
  })
}
