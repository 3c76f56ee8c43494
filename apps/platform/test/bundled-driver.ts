/** The driver that applications use, in one file: a function's dependencies can't be fetched in a test. */
import { build } from 'esbuild'

export async function bundledDriver(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { default } from 'pg'`, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  })
  return outputFiles[0]?.text ?? ''
}
