/**
 * Writes apps/platform/src/project-api/auth/common-passwords.ts: the 10,000 commonest passwords, by the list of
 * @zxcvbn-ts/language-common (MIT), which is a file of passwords in their order. Of each the first five bytes of its SHA-1 are
 * kept, sorted: half the size of the words, of which many have no place in a repository.
 * Usage: node scripts/common-passwords.mjs path/to/passwords.json
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const COUNT = 10_000
/** Shorter ones are refused by the least length that a project can set. */
const LEAST_CHARACTERS = 6
const BYTES = 5
const LINE = 120

const [, , source] = process.argv
if (source === undefined) throw new Error('Name the file of passwords')
const words = JSON.parse(readFileSync(source, 'utf8')).filter(({ length }) => length >= LEAST_CHARACTERS)
const hashes = words
  .slice(0, COUNT)
  .map((word) => createHash('sha1').update(word).digest().subarray(0, BYTES))
  .sort(Buffer.compare)
const lines = Buffer.concat(hashes)
  .toString('base64')
  .match(new RegExp(`.{1,${LINE}}`, 'g'))
writeFileSync(
  join(root, 'apps/platform/src/project-api/auth/common-passwords.ts'),
  `/**
 * The ${hashes.length.toLocaleString('en')} commonest passwords of ${LEAST_CHARACTERS} characters and more, in small letters: of each the first ${BYTES} bytes of its SHA-1,
 * sorted, in base64. Written by scripts/common-passwords.mjs from the list of zxcvbn-ts, Copyright (c) 2012-2016 Dan Wheeler and
 * Dropbox, Inc., 2021 @zxcvbn-ts, MIT.
 */
export const COMMON_PASSWORDS = \`
${lines.join('\n')}
\`
`,
)
