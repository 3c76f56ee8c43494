/** The version of this program, as its package tells it. */
import { readFileSync } from 'node:fs'

export function productVersion(): string {
  // Beside `src` and beside `dist`.
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return String((manifest as { version: unknown }).version)
}
