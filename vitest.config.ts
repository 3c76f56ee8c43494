import { cpus } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'
import { DearestFirst } from './scripts/test-order.mjs'
import { templatesForTests } from './scripts/test-templates.mjs'

templatesForTests()

// Vitest hands these on to Node, where `import` among them would load ES modules into `require`.
const conditions = ['@basedeck/source', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'scripts/*.test.mjs'],
    // Only in `npm run test:full`: what takes too long, or a program that other machines have not.
    exclude: [
      ...defaultExclude,
      ...(process.env['BASEDECK_WHOLE_MATRIX'] === '1' ? [] : ['**/*.whole.test.ts']),
    ],
    globalSetup: 'apps/platform/test/bundle-programs.ts',
    setupFiles: ['patience', 'imports', 'passwords', 'webassembly'].map(
      (name) => `scripts/vitest-${name}.mjs`,
    ),
    // Modules hold no state of their own, so the files of one process share them: most of a file's time was loading them.
    isolate: false,
    // One more than processors: a test of the platform waits for what it has started.
    maxWorkers: cpus().length + 1,
    sequence: { sequencer: DearestFirst },
    // A real database on a machine at work takes its time; a test that hangs still ends.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
