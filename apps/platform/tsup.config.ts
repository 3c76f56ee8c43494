import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { INSIDE, OUTSIDE, REQUIRE } from './bundle.js'
import { noticesOf } from './notices.js'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    'pglite-worker': 'src/engines/pglite/pglite-worker.ts',
    'json-worker': 'src/json/json-worker.ts',
    'judge-worker': 'src/engines/threads/judge-worker.ts',
    'text-worker': 'src/engines/threads/text-worker.ts',
    'api-worker': 'src/project-api/thread/api-worker.ts',
    'line-worker': 'src/log-lines/line-worker.ts',
  },
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
  external: OUTSIDE,
  noExternal: [INSIDE],
  banner: { js: REQUIRE },
  esbuildOptions(options) {
    options.conditions = ['@basedeck/source']
  },
  esbuildPlugins: [
    {
      name: 'notices',
      setup(build) {
        build.initialOptions.metafile = true
        build.onEnd(({ metafile }) => {
          if (!metafile) return
          mkdirSync('dist', { recursive: true })
          const ofData = readFileSync('data-notices.txt', 'utf8')
          writeFileSync('dist/notices.txt', `${noticesOf(Object.keys(metafile.inputs), '.')}\n\n${ofData}`)
        })
      },
    },
  ],
  async onSuccess() {
    cpSync('../dashboard/dist', 'dist/dashboard', { recursive: true })
    // The picture of the README, which a registry shows from the package.
    cpSync('../../docs/images/sql-editor-light.png', 'dist/images/sql-editor-light.png')
    execFileSync('npx', [
      'tsx',
      '--conditions=@basedeck/source',
      'src/start/prepare-databases.ts',
      'dist/prepared',
    ])
  },
})
