import { defineConfig } from 'tsup'

const entries = ['index', 'contract/index', 'row-stream/index', 'testing/index', 'contract-suite/index']

export default defineConfig({
  entry: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
  // The suite runs in its user's test runner.
  external: ['vitest'],
})
