/**
 * The keys of a project's own API that are looked up rather than signed: publishable ones for browsers, secret ones
 * for servers. A checksum detects mistyped keys, and finds keys in other texts, without a lookup.
 */
import { createHash, randomInt } from 'node:crypto'
import { hashOf } from '../secrets/secret-token.js'
import { KEY_BEGINNING } from './family-names.js'

export type ApiKeyType = 'publishable' | 'secret'

export interface NewApiKey {
  /** The full key, shown only to callers who may see it. */
  apiKey: string
  /** Its beginning: enough to recognise it, too little to use it. */
  prefix: string
  /** SHA-256, hex: what a presented key is looked up by. */
  hash: string
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 32 of 62 letters are 190 bits. */
const RANDOM_LETTERS = 32
const CHECKSUM_LETTERS = 6
const SHOWN_LETTERS = 6

/** Keys that were made with it stay valid. */
const FORMER_BEGINNING = 'bd'

const FORM = new RegExp(
  `^(?:${KEY_BEGINNING}|${FORMER_BEGINNING})_(publishable|secret)_[0-9A-Za-z]{${RANDOM_LETTERS}}([0-9A-Za-z]{${CHECKSUM_LETTERS}})$`,
)

export function newApiKey(type: ApiKeyType): NewApiKey {
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const begin = `${KEY_BEGINNING}_${type}_${random}`
  const apiKey = begin + checksum(begin)
  return {
    apiKey,
    prefix: begin.slice(0, begin.length - RANDOM_LETTERS + SHOWN_LETTERS),
    hash: hashOf(apiKey),
  }
}

/** Undefined when the text is not a whole key; whether such a key was ever given is another question. */
export function typeOfApiKey(text: string): ApiKeyType | undefined {
  const [, type, sum] = FORM.exec(text) ?? []
  return sum !== undefined && checksum(text.slice(0, -CHECKSUM_LETTERS)) === sum
    ? (type as ApiKeyType)
    : undefined
}

function checksum(begin: string): string {
  let rest = createHash('sha256').update(begin).digest().readUIntBE(0, 6)
  let text = ''
  for (let index = 0; index < CHECKSUM_LETTERS; index++) {
    text += LETTERS[rest % LETTERS.length]
    rest = Math.floor(rest / LETTERS.length)
  }
  return text
}
