/** CRC-32 as in zip and PNG. Browsers have no hash on addresses without TLS. */
const TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  let sum = value
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}
