import { defineConfig } from '@playwright/test'
import { templatesForTests } from './scripts/test-templates.mjs'

templatesForTests()

const IS_FULL = process.env['BASEDECK_WHOLE_MATRIX'] === '1'
const RUNS_EVERY_JOURNEY = IS_FULL || process.env['BASEDECK_EVERY_JOURNEY'] === '1'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Each worker has a browser and platforms of its own, which serve all of its tests. One more than two processors, since a
  // journey waits: for keys that come at a person’s speed, for a platform that starts.
  workers: 3,
  // Named after the engine. What an engine can change runs on each of them (tag @engines), the rest once. Where tests of the
  // platform keep each promise on both, the journey runs on PGlite in `npm run test:full` only (tag @full). What neither
  // loses nor changes anything – sizes, keys, colours of a page that did not change – runs there too (tag @whole), and
  // whenever its files change.
  projects: [
    { name: 'cluster', ...(RUNS_EVERY_JOURNEY ? {} : { grepInvert: /@whole/ }) },
    { name: 'pglite', grep: /@engines/, ...(IS_FULL ? {} : { grepInvert: /@full/ }) },
  ],
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Fading costs a tenth of a journey. What is pressed or typed while something fades has files of its own, which move.
    contextOptions: { reducedMotion: 'reduce' },
    // Snapshots of every step cost a third of the run; what was called and what the page said is enough to begin with.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      ...(process.env['BASEDECK_CHROMIUM'] ? { executablePath: process.env['BASEDECK_CHROMIUM'] } : {}),
      args: [
        // The page of a journey lives for seconds: V8 would spend more on making its code fast than that saves.
        '--js-flags=--no-maglev --no-opt',
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
