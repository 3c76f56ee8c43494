import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../testing/temporary-directory.js'
import { shippedDirectory } from './shipped-binaries.js'

test('the npm package’s PostgreSQL runs from its copy, which is made once', async () => {
  const directory = await temporaryDirectory()
  try {
    const copyTo = join(directory.path, 'postgresql')
    const bin = await shippedDirectory(copyTo)
    expect(bin).toBeDefined()
    const { stdout } = await promisify(execFile)(join(bin ?? '', 'postgres'), ['--version'])
    expect(stdout).toMatch(/PostgreSQL\) \d+\.\d+/)
    expect(await shippedDirectory(copyTo)).toBe(bin)
    expect(await readdir(copyTo)).toHaveLength(1)
  } finally {
    await directory.remove()
  }
})
