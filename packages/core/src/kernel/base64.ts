/** Bytes as base64 (RFC 4648 §4), in any runtime. */

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Bytes that are written at once: a multiple of three. */
const PIECE = 3 * 8192

/** With `=` at its end where the last group is not full. */
export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += PIECE)
    pieces.push(piece(bytes.subarray(start, start + PIECE)))
  return pieces.join('')
}

function piece(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two, three] = bytes.subarray(at, at + 3)
    text += SIGNS[one >> 2]
    text += SIGNS[((one & 3) << 4) | ((two ?? 0) >> 4)]
    text += two === undefined ? '=' : SIGNS[((two & 15) << 2) | ((three ?? 0) >> 6)]
    text += three === undefined ? '=' : SIGNS[three & 63]
  }
  return text
}
