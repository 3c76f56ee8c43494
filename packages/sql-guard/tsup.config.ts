import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    format: 'src/format.ts',
    quoting: 'src/quoting.ts',
    sentences: 'src/sentences.ts',
    'lexer/index': 'src/lexer/index.ts',
    'aside/index': 'src/aside/index.ts',
    'grammar/index': 'src/grammar/index.ts',
    'ast/index': 'src/ast/index.ts',
    'cli/index': 'src/cli/index.ts',
  },
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
})
