// How the dashboard becomes files: the packages from their sources, the heavy widgets in files of their own,
// and every text file compressed beside itself, since the platform serves the compressed ones.
import { defaultClientConditions, defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

import { compressed } from './vite/compressed.js'
import { importAgain } from './vite/import-again.js'
import { ownMonacoWorker } from './vite/own-monaco-worker.js'

const platform = process.env['BASEDECK_PLATFORM_URL'] ?? 'http://127.0.0.1:8787'

export default defineConfig({
  plugins: [react(), ownMonacoWorker(), importAgain(), compressed()],
  resolve: { conditions: ['@basedeck/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The grid's own CSS uses light-dark(): an older target loses its borders and backgrounds.
    cssTarget: 'chrome125',
    // A font inside of a style sheet would need `data:` in the page's content security policy.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    // Monaco alone is larger than the default limit of 500 kB; it loads only where an editor shows.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        // Without groups, each set of modules that several lazily loaded pages share would be a file: 150 for the SQL editor,
        // most of them below 2 kB, over six connections.
        codeSplitting: {
          groups: [
            // All that the page loads before it works.
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // What the shell loads by itself, afterwards: it needs none of the rest.
            { name: 'shell-later', test: /\/(cli-badge|server-sent-events)\.tsx?$/, priority: 1 },
            // What most pages are made of.
            { name: 'elements', test: /packages\/ui-react\/src\/(elements|bind)\/|lucide-react|base-ui/ },
            {
              name: 'core',
              test: /packages\/(core\/src\/(rules|data|text|kernel|screens\/parts)|platform-client\/src)\//,
              maxModuleSize: 3000,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': platform, '/platform': platform, '/healthz': platform },
  },
})
