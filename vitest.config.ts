import { cpus } from 'node:os'
import { defineConfig } from 'vitest/config'
import { templatesForTests } from './scripts/test-templates.mjs'

templatesForTests()

// Vitest hands these on to Node, where `import` among them would load ES modules into `require`.
const conditions = ['@basedeck/source', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'scripts/*.test.mjs'],
    globalSetup: 'apps/platform/test/bundle-programs.ts',
    setupFiles: 'scripts/vitest-patience.mjs',
    // Modules hold no state of their own, so the files of one process share them: most of a file's time was loading them.
    isolate: false,
    maxWorkers: Math.max(2, cpus().length),
    // A real database on a machine at work takes its time; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
