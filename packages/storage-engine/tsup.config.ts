import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'rules/index': 'src/rules/index.ts',
    'tus/index': 'src/tus/index.ts',
    'zip/index': 'src/zip/index.ts',
  },
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
})
