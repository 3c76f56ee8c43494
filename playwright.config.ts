import { defineConfig } from '@playwright/test'

export default defineConfig<object, { engine: string }>({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // A browser and its server on two cores: side by side they only wait for each other.
  workers: 1,
  // What touches the database runs on every engine, the rest once.
  projects: [
    { name: 'cluster', use: { engine: 'cluster' } },
    {
      name: 'pglite',
      use: { engine: 'pglite' },
      testMatch: ['**/sql-editor.e2e.ts', '**/sql-running.e2e.ts', '**/sql-help.e2e.ts'],
    },
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      ...(process.env['BASEDECK_CHROMIUM'] ? { executablePath: process.env['BASEDECK_CHROMIUM'] } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
