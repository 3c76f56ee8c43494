/** The little XML that an S3-compatible store speaks: elements without attributes, and text. */

/** The text of the first element of this name. */
export function textIn(xml: string, name: string): string | undefined {
  return textsIn(xml, name)[0]
}

/** What is inside of each element of this name, still encoded. */
export function elementsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g'))].map(
    ([, inside = '']) => inside,
  )
}

export function textsIn(xml: string, name: string): string[] {
  return elementsIn(xml, name).map(decoded)
}

export function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, number, name) => {
    if (name !== undefined) return SIGNS[String(name)] ?? whole
    const code = hex === undefined ? Number(number) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
