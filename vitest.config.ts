import { defineConfig } from 'vitest/config'

// Vitest hands these on to Node, where `import` among them would load ES modules into `require`.
const conditions = ['@basedeck/source', 'node']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.test.ts', 'scripts/*.test.mjs'],
    // A real database on a machine at work takes its time; a test that hangs still ends.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
