import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { '@basedeck/source'?: string }>
}
/** The sources of the package's doors. */
const doors = Object.values(exports).flatMap(({ '@basedeck/source': source }) => source ?? [])

export default defineConfig({
  entry: Object.fromEntries(doors.map((door) => [door.replace(/^\.\/src\/|\.ts$/g, ''), door])),
  format: 'esm',
  target: 'node20',
  clean: true,
  splitting: true,
})
