/**
 * The hosts that an administrator allows though they are in a private network or on this machine: by name, by address
 * or by network, each with or without a port.
 */
import { isIP } from 'node:net'
import { allowedHostText } from '../text/outgoing.js'
import { addressBytes, isWithin, unwrapped } from '../kernel/address-bytes.js'

export type AllowedHost = { port: number | undefined } & (
  | { name: string }
  | { network: Uint8Array; bits: number }
)

/**
 * @param text `mail.internal,10.1.2.3:2525,10.2.0.0/16,[fd00::1]:8080`
 * @throws a sentence that says what it must be
 */
export function readAllowedHosts(text: string | undefined): AllowedHost[] {
  const words = (text ?? '').split(',').map((word) => word.trim())
  return words.filter((word) => word !== '').map(readOne)
}

/** `host`, `host:port`, `network/bits`, and IPv6 in brackets where a port follows. */
const FORM =
  /^(?:\[([\da-fA-F:.]+)\]|([^[\]:/\s*]+)|([\da-fA-F:.]*:[\da-fA-F:.]+))(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/

function readOne(word: string): AllowedHost {
  const [, bracketed, plain, ipv6, bits, portText] = FORM.exec(word) ?? []
  const host = bracketed ?? plain ?? ipv6 ?? ''
  const port = portText === undefined ? undefined : Number(portText)
  if (port !== undefined && (port === 0 || port > 65_535)) throw new Error(allowedHostText(word))
  if (isIP(host) !== 0) {
    const network = addressBytes(host)
    if (!network || Number(bits ?? 0) > network.length * 8) throw new Error(allowedHostText(word))
    return { network, bits: bits === undefined ? network.length * 8 : Number(bits), port }
  }
  const name = hostName(host)
  // `10.1` and `010.0.0.1` would be read as other addresses than they look like.
  if (name === undefined || isIP(name) !== 0 || bits !== undefined) throw new Error(allowedHostText(word))
  return { name, port }
}

/** The host as the URL parser writes it, without brackets and without a dot at its end. Undefined: the text is not a host. */
export function hostName(host: string): string | undefined {
  const isWritten = isIP(host) === 6 ? `[${host}]` : host
  if (host === '' || /[\s/?#@\\:]/.test(isIP(host) === 6 ? '' : host)) return undefined
  if (!URL.canParse(`http://${isWritten}/`)) return undefined
  return new URL(`http://${isWritten}/`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Whether an administrator allows an address that is not public. */
export function isAllowedHost(
  allowed: readonly AllowedHost[],
  host: string,
  address: string,
  port: number,
): boolean {
  const name = hostName(host)
  const bytes = addressBytes(address)
  return allowed.some((one) => {
    if (one.port !== undefined && one.port !== port) return false
    if ('name' in one) return one.name === name
    return bytes !== undefined && isWithinEither(bytes, one)
  })
}

/** An IPv6 address that contains an IPv4 address is within a network if either of them is. */
function isWithinEither(bytes: Uint8Array, { network, bits }: { network: Uint8Array; bits: number }) {
  return isWithin(bytes, network, bits) || isWithin(unwrapped(bytes), network, bits)
}
