// How the dashboard becomes files: the packages from their sources, the heavy widgets in files of their own,
// and every text file compressed beside itself, since the platform serves the compressed ones.
import { defaultClientConditions, defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

import { compressed } from './vite/compressed.js'

const platform = process.env['BASEDECK_PLATFORM_URL'] ?? 'http://127.0.0.1:8787'

export default defineConfig({
  plugins: [react(), compressed()],
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
        // All that the page loads before it works is one file. Without this, each set of modules that a lazily loaded page
        // shares with it would be a file: forty small ones, which compress worse.
        codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': platform, '/platform': platform, '/healthz': platform },
  },
})
