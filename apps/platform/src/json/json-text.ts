/** @throws SyntaxError for what is no JSON, TypeError for what is not UTF-8 */
export function jsonIn(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}
