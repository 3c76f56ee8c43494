// Writes name.gz and name.br beside every text file of the build that is large enough to gain from it.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(?:html|js|mjs|css|svg|json|webmanifest|txt|wasm|ttf)$/
const SMALLEST_BYTES = 1024
// 11, the highest, takes ten times as long. The first load is 8 % smaller by it; of the few large files it takes seconds each.
const HIGHEST_BROTLI = 11
const BROTLI_OF_LARGE = 9
const LARGE_BYTES = 1_000_000

/** After a build: `.gz` and `.br` files in the output folder. Does nothing in development. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'basedeck-compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle(error?: Error) {
      if (error) return
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
      await Promise.all(files.map((file) => compress(join(file.parentPath, file.name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length <= SMALLEST_BYTES) return
  const quality = content.length < LARGE_BYTES ? HIGHEST_BROTLI : BROTLI_OF_LARGE
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(content, { level: 9 }),
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  ])
  await writeFile(`${file}.gz`, zipped)
  await writeFile(`${file}.br`, brotli)
}
