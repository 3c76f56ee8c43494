/**
 * Takes out of a text what looks like a secret. Lines are made without secrets; this is for those that a caller puts where
 * none are expected, such as into the id of a request.
 */

/** Tokens of three parts, and keys and access tokens by their beginnings. */
const BY_FORM =
  /\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?|(?:[a-z]{2,12}_(?:secret|publishable)|bdp|whsec)_[\w+/=-]{8,}/g
/** Values whose names mean secrets: in addresses, JSON and headers. */
const BY_NAME =
  /((?:api[_-]?key|token|passw(?:or)?d|secret|authorization|cookie|signature)["']?\s*[=:]\s*["']?(?:bearer\s+|basic\s+)?)[^\s"'&;,}]+/gi
/** Of addresses: `postgresql://me:secret@host`. */
const IN_ADDRESS = /(\w:\/\/[^\s:@/]*):[^\s@/]*@/g

/** Each becomes `…`. */
export function withoutSecrets(text: string): string {
  return text.replace(BY_FORM, '…').replace(BY_NAME, '$1…').replace(IN_ADDRESS, '$1:…@')
}
