import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docstringsOf } from './docstrings.mjs'

let folder
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'basedeck-docstrings-'))
  const files = {
    'tsconfig.json':
      '{ "compilerOptions": { "module": "ESNext", "noEmit": true, "types": [] }, "include": ["*.ts"] }',
    'entry.ts': `export * from './part.js'\nexport { inner as renamed, type Told } from './other.js'\n`,
    'part.ts': `/** Says what it is. */\nexport const told = 1\n// Not a docstring.\nexport function untold() {}\n`,
    'other.ts': `export const inner = 2\n/** @deprecated */\nexport interface Told { a: number }\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

test('an export without a docstring is named, also behind a re-export and under another name', () => {
  const [entry] = docstringsOf([join(folder, 'entry.ts')])
  expect(entry.names.toSorted()).toEqual(['Told', 'renamed', 'told', 'untold'])
  expect(entry.missing.map(({ name }) => name).toSorted()).toEqual(['Told', 'renamed', 'untold'])
  expect(entry.missing.find(({ name }) => name === 'untold').path).toContain('part.ts')
})

test('a file outside of its project is an error, not an entry point without exports', () => {
  expect(() => docstringsOf([join(folder, 'nowhere.ts')])).toThrow('nowhere.ts')
})
