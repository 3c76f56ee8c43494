/** How the tests of generated pages run in a copy of the workspace: from source, without what other tests need. */
const conditions = ['@basedeck/source', 'node']

export default {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { include: ['packages/core/src/**/*.test.ts'], testTimeout: 30_000 },
}
