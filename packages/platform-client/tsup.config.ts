import { defineConfig } from 'tsup'

const doors = ['index', 'contract/index', 'row-stream/index', 'testing/index', 'contract-suite/index']

export default defineConfig({
  entry: Object.fromEntries(doors.map((door) => [door, `src/${door}.ts`])),
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
  // The suite runs in its user's test runner.
  external: ['vitest'],
})
