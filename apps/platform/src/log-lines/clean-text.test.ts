import { expect, test } from 'vitest'
import { cleanText } from './clean-text.js'

test.each([
  ['plain – text\twith tab\nand line', 'plain – text\twith tab\nand line'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007after', 'after'],
  ['\u001b]8;;http://x\u001b\\link', 'link'],
  ['\u001b', ''],
  ['a\u0000b\u0007c\u007fd\u009be', 'a�b�c�d�e'],
  ['a\r\nb\rc', 'a\nb�c'],
  ['\ud800lone', '�lone'],
  ['turned \u202e around', 'turned � around'],
])('%j is stored as %j', (given, stored) => {
  expect(cleanText(given)).toBe(stored)
})
