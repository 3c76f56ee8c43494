/** The parts of a zip, by another implementation than the one that writes it. */
import { strFromU8, unzipSync } from 'fflate'

export function unzipped(zip: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, strFromU8(bytes)]))
}
