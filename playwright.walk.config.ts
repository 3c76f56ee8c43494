import { defineConfig } from '@playwright/test'
import config from './playwright.config.js'

// Most of the time somebody's fingers are on their way to the next key.
export default defineConfig(config, {
  testMatch: '**/*.walk.ts',
  workers: 4,
  projects: [{ name: 'cluster', use: { engine: 'cluster' } }],
})
