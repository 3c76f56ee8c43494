// The page beside a platform: calls go through, as if the platform itself had served the page.
import { defaultClientConditions, defineConfig } from 'vite'

const target = process.env['BASEDECK_PLATFORM_URL'] ?? 'http://127.0.0.1:8787'
// The platform refuses calls that say they come from another origin.
const through = { target, changeOrigin: true, headers: { origin: target } }
const proxy = { '/api': through, '/platform': through, '/healthz': through }

export default defineConfig({
  resolve: { conditions: ['@basedeck/source', ...defaultClientConditions] },
  build: { outDir: 'dist' },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
})
