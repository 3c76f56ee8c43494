import { expect, test } from 'vitest'
import * as v from 'valibot'
import { bucketName, isBucketName, isRouteWord, objectPathFault } from './object-path.js'

test.each([
  ['a', undefined],
  ['a/b/c.txt', undefined],
  ['.hidden/.emptyFolderPlaceholder', undefined],
  ['...', undefined],
  ['a%2F..%2Fb', undefined],
  ['narrow\u202fblank.png', undefined],
  ['caf\u00e9/cafe\u0301', undefined],
  ['new\nline\ttab', undefined],
  ['😀', undefined],
  ['x'.repeat(1024), undefined],
  ['é'.repeat(512), undefined],
  ['', 'empty'],
  ['/a', 'leading-slash'],
  ['a/', 'segment'],
  ['a//b', 'segment'],
  ['.', 'segment'],
  ['a/./b', 'segment'],
  ['..', 'segment'],
  ['a/../b', 'segment'],
  ['a\0b', 'character'],
  ['half \ud83d', 'character'],
  ['\ude00 half', 'character'],
  ['x'.repeat(1025), 'length'],
  [`${'é'.repeat(512)}x`, 'length'],
])('%j: %s', (path, fault) => {
  expect(objectPathFault(path)).toBe(fault)
})

test.each([
  ['avatars', true],
  ["a!-.*'() &$@=;:+,?Z_9", true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['', false],
  [' a', false],
  ['a ', false],
  ['a/b', false],
  ['a%b', false],
  ['ä', false],
  ['.', false],
  ['..', false],
  ['...', true],
])('%j may be the name of a bucket: %s', (name, expected) => {
  expect(isBucketName(name)).toBe(expected)
})

test.each([
  ['list-v2', true],
  ['list-v10', true],
  ['public', true],
  ['lists', false],
  ['Public', false],
  ['my upload', false],
])('whether %s is a word of the addresses of files: %s', (name, expected) => {
  expect(isRouteWord(name)).toBe(expected)
})

test.each([
  ['Süß & co', 'The name of the bucket can’t hold “ü”; it may have letters from a to z, digits, blanks and'],
  ['a/b', 'The name of the bucket can’t hold “/”;'],
  ['a😀', 'The name of the bucket can’t hold “😀”;'],
  ['a\tb', 'The name of the bucket can’t hold an invisible character;'],
  [' a', 'The name of the bucket must not begin or end with a blank'],
  ['..', 'A bucket can’t be named . or ..'],
])('why %j is no name of a bucket is told', (name, problem) => {
  expect(v.safeParse(bucketName, name).issues?.[0]?.message).toContain(problem)
})
