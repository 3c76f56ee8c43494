/** What the program's files say of the libraries in them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { noticesOf } from '../notices.js'

const root = mkdtempSync(join(tmpdir(), 'basedeck-notices-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function library(path: string, about: object, licence?: [file: string, text: string]): void {
  const folder = join(root, path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about))
  if (licence) writeFileSync(join(folder, licence[0]), licence[1])
}

test('each library is told once, with its licence; our own files are not', () => {
  library('node_modules/a', { name: 'a', version: '1.0.0', license: 'MIT' }, ['LICENSE.md', 'As you like.\n'])
  library('node_modules/a/node_modules/@b/c', { name: '@b/c', version: '2.0.0', license: 'ISC' })
  const files = [
    'src/main.ts',
    'node_modules/a/x.js',
    'node_modules/a/y/z.js',
    'node_modules/a/node_modules/@b/c/i.js',
  ]
  expect(noticesOf(files, root)).toBe(
    'a 1.0.0\n-------\nAs you like.\n\n@b/c 2.0.0\n----------\nLicence: ISC',
  )
})

test('a library that says nothing of its licence is not bundled', () => {
  library('node_modules/d', { name: 'd', version: '1.0.0' })
  expect(() => noticesOf(['node_modules/d/i.js'], root)).toThrow('d says nothing of its licence')
})
