import { expect, test } from 'vitest'
import {
  changedFiles,
  fileLanguage,
  pathProblem,
  withContent,
  withFile,
  withoutFile,
  withRenamed,
  type PathProblem,
} from './function-files.js'

const OTHERS = ['index.ts', 'lib/dates.ts']

test.each<[string, PathProblem | null]>([
  ['deno.json', null],
  [' lib/names.ts ', null],
  ['pages/[id].tsx', null],
  ['', 'empty'],
  ['   ', 'empty'],
  ['/etc/passwd', 'absolute'],
  ['../secrets.ts', 'outside'],
  ['lib/../../x.ts', 'outside'],
  ['./index.ts', 'outside'],
  ['lib/', 'folder'],
  ['lib//x.ts', 'characters'],
  ['a\\b.ts', 'characters'],
  ['a\0.ts', 'characters'],
  ['new\nline.ts', 'characters'],
  ['index.ts', 'taken'],
  ['lib', 'taken'],
  ['index.ts/inner.ts', 'taken'],
  ['a'.repeat(201), 'long'],
])('the path %j has the problem %j', (path, problem) => {
  expect(pathProblem(path, OTHERS)).toBe(problem)
})

test('files are added, renamed, filled and deleted by their path', () => {
  const one = withFile([], ' index.ts ')
  expect(one).toEqual([{ name: 'index.ts', content: '' }])
  const filled = withContent(withFile(one, 'a.ts'), 'a.ts', 'x')
  expect(withRenamed(filled, 'a.ts', 'b.ts')).toEqual([one[0], { name: 'b.ts', content: 'x' }])
  expect(withoutFile(filled, 'a.ts')).toEqual(one)
  expect(withoutFile(filled, 'none')).toEqual(filled)
})

test('two versions differ in what was added, changed and removed', () => {
  const file = (name: string, content: string) => ({ name, content })
  const before = [file('same.ts', '1'), file('old.ts', '2'), file('edit.ts', '3')]
  const after = [file('edit.ts', '4'), file('same.ts', '1'), file('new.ts', '5')]
  expect(changedFiles(before, after)).toEqual([
    { name: 'edit.ts', before: '3', after: '4' },
    { name: 'new.ts', before: '', after: '5' },
    { name: 'old.ts', before: '2', after: '' },
  ])
})

test.each([
  ['index.ts', 'typescript'],
  ['a.mjs', 'typescript'],
  ['page.TSX', 'typescript'],
  ['deno.json', 'json'],
  ['deno.jsonc', 'json'],
  ['README.md', 'plain'],
  ['ts', 'plain'],
])('%s has the colours of %s', (name, language) => {
  expect(fileLanguage(name)).toBe(language)
})
