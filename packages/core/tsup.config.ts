import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { '@basedeck/source'?: string }>
}
/** The sources of the package's entry points. */
const sources = Object.values(exports).flatMap(({ '@basedeck/source': source }) => source ?? [])

export default defineConfig({
  entry: Object.fromEntries(sources.map((source) => [source.replace(/^\.\/src\/|\.ts$/g, ''), source])),
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
})
