import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    'pglite-worker': 'src/engines/pglite/pglite-worker.ts',
    'judge-worker': 'src/engines/threads/judge-worker.ts',
    'text-worker': 'src/engines/threads/text-worker.ts',
    'storage-worker': 'src/storage-thread/storage-worker.ts',
  },
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
  // The workspace's own packages go into the program; what npm installs stays outside.
  noExternal: [/^@basedeck\//],
  esbuildOptions(options) {
    options.conditions = ['@basedeck/source']
  },
  async onSuccess() {
    cpSync('../dashboard/dist', 'dist/dashboard', { recursive: true })
    execFileSync('npx', ['tsx', '--conditions=@basedeck/source', 'src/prepare-databases.ts', 'dist/prepared'])
  },
})
