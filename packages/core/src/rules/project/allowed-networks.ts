/**
 * Networks as they are typed, one a line, and which of the lines is none.
 * @rule projects.allowed-networks  @spec §2
 */
import { normalCidr } from '@basedeck/platform-client/contract'

/** The networks of the text in their usual spelling, each once; empty lines are none. A line that is no network is given back. */
export function typedNetworks(
  text: string,
): { type: 'networks'; networks: string[] } | { type: 'wrong'; line: number; typed: string } {
  const networks = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    const typed = line.trim()
    if (typed === '') continue
    const network = normalCidr(typed)
    if (network === null) return { type: 'wrong', line: at + 1, typed }
    networks.add(network)
  }
  return { type: 'networks', networks: [...networks] }
}

/** Adds an address as a line of its own. Null: it is there already, or it is no address. */
export function withAddress(text: string, address: string | null): string | null {
  const network = address === null ? null : normalCidr(address)
  if (network === null) return null
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.some((line) => normalCidr(line) === network)) return null
  return [...lines, network].join('\n')
}
