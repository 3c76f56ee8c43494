import { expect, test } from 'vitest'
import { objectKind, previewForm } from './object-kind.js'

test.each([
  ['a.png', 'image/png', 'image'],
  ['a', 'image/webp', 'image'],
  ['a.txt', 'video/mp4', 'video'],
  ['a', 'audio/mpeg; rate=1', 'audio'],
  ['a', 'application/pdf', 'pdf'],
  ['a', ' application/pdf ; version=1.7', 'pdf'],
  ['a', 'application/json', 'json'],
  ['a', 'application/geo+json', 'json'],
  ['a', 'text/csv', 'csv'],
  ['a', 'TEXT/HTML', 'text'],
  ['a', 'application/xml', 'text'],
  ['a', 'application/zip', 'archive'],
  ['a.jpeg', 'application/octet-stream', 'image'],
  ['a.CSV', undefined, 'csv'],
  ['a.tar.gz', undefined, 'archive'],
  ['png', undefined, 'other'],
  ['a.', undefined, 'other'],
  ['a.unknown', 'application/x-thing', 'other'],
  ['a.constructor', undefined, 'other'],
])('%s of %s is %s', (name, type, kind) => {
  expect(objectKind(name, type)).toBe(kind)
})

test.each([
  ['image', 'image'],
  ['video', 'video'],
  ['audio', 'audio'],
  ['pdf', 'pdf'],
  ['json', 'text'],
  ['csv', 'text'],
  ['text', 'text'],
  ['archive', 'none'],
  ['other', 'none'],
] as const)('%s is previewed as %s', (kind, form) => {
  expect(previewForm(kind)).toBe(form)
})
