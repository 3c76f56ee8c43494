import { expect, test } from 'vitest'
import { renameSelection } from './rename-selection.js'

test.each<[string, 'file' | 'folder', string]>([
  ['photo.png', 'file', 'photo'],
  ['archive.tar.gz', 'file', 'archive.tar'],
  ['README', 'file', 'README'],
  ['.env', 'file', '.env'],
  ['.env.local', 'file', '.env'],
  ['name.', 'file', 'name.'],
  ['', 'file', ''],
  ['v1.2', 'folder', 'v1.2'],
  ['صورة.png', 'file', 'صورة'],
])('of “%s” (%s) “%s” is selected', (name, kind, selected) => {
  const { start, end } = renameSelection(name, kind)
  expect(name.slice(start, end)).toBe(selected)
})
