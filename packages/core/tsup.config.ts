import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', 'rules/index': 'src/rules/index.ts', 'sql/index': 'src/sql/index.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
})
