import { defineConfig } from 'tsup'

const doors = [
  'index',
  'rules/index',
  'text/index',
  'sql/index',
  'testing/index',
  'node/index',
  'browser/index',
]

export default defineConfig({
  entry: Object.fromEntries(doors.map((door) => [door, `src/${door}.ts`])),
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
})
