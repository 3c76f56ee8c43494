/** The length of what comes before the zeros at the end. */
export function lengthWithoutZeros(bytes: Buffer): number {
  let length = bytes.length
  while (length > 0 && bytes[length - 1] === 0) length--
  return length
}
