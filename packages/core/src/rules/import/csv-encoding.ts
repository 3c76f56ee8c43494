/**
 * The encoding of a file, by its beginning: its byte order mark, the zeros of UTF-16, UTF-8 where its bytes are that, else the
 * older encoding whose usual letters they are.
 * @rule import.csv-encoding  @spec §4
 */

/** Encodings that can be chosen: labels of the Encoding Standard. */
export const CSV_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'iso-8859-15',
  'macintosh',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
/** An encoding of a file. */
export type CsvEncoding = (typeof CSV_ENCODINGS)[number]

/**
 * The encoding of a file. Where nothing else fits it is Windows-1252, which holds Latin-1.
 * @param isWhole the bytes are the whole file; otherwise the last character may be cut
 */
export function encodingOf(bytes: Uint8Array, isWhole: boolean): CsvEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const wide = wideOf(bytes)
  if (wide) return wide
  if (decoded('utf-8', bytes, isWhole) !== undefined) return 'utf-8'
  return olderOf(bytes, isWhole)
}

/** Decodes a file piece by piece. */
export interface CsvDecoder {
  /** @throws TypeError when the bytes are not of the encoding */
  decode(piece?: Uint8Array, options?: { stream?: boolean }): string
}

/** The signs of Windows-1252 at 128 to 159; those that it leaves empty stay. */
const WESTERN_SIGNS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/**
 * A decoder of an encoding. Node reads a whole file of Windows-1252 as Latin-1, which has other signs at 128 to 159.
 * @param isStrict whether bytes of another encoding are an error; else they become `\uFFFD`
 */
export function decoderOf(encoding: CsvEncoding, isStrict: boolean): CsvDecoder {
  const decoder = new TextDecoder(encoding, { fatal: isStrict })
  if (encoding !== 'windows-1252') return decoder
  return {
    decode: (piece, options) =>
      decoder
        .decode(piece, options)
        .replace(/[\u0080-\u009f]/g, (sign) => WESTERN_SIGNS[sign.charCodeAt(0) - 0x80] ?? sign),
  }
}

function decoded(encoding: string, bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    return undefined
  }
}

/** Half of the bytes of Western UTF-16 are zero, and a few of any other: its delimiters and digits. */
const WIDE_SHARE = 0.05
const OTHER_SHARE = 0.005

function wideOf(bytes: Uint8Array): CsvEncoding | undefined {
  const pairs = Math.floor(bytes.length / 2)
  if (pairs === 0) return undefined
  let even = 0
  let odd = 0
  for (let at = 0; at < pairs * 2; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  const isWide = (many: number, few: number) =>
    many >= 2 && many / pairs >= WIDE_SHARE && few / pairs <= OTHER_SHARE
  if (isWide(odd, even)) return 'utf-16le'
  return isWide(even, odd) ? 'utf-16be' : undefined
}

/** A share of the bytes above 127 that is enough to tell Korean from Chinese, of which half would be in that range. */
const SURELY = 0.95
/** What Windows-1252 is worth where little speaks for any encoding. */
const DEFAULT_SCORE = 0.4

/** Bytes by which an older encoding is told. */
const OLDER_BYTES = 256 * 1024

function olderOf(all: Uint8Array, isAllWhole: boolean): CsvEncoding {
  // The first byte above 127 begins a character.
  const begin = all.findIndex((byte) => byte >= 0x80)
  const bytes = all.subarray(begin, begin + OLDER_BYTES)
  const isWhole = isAllWhole && begin + bytes.length === all.length
  const isValid = (encoding: string) => decoded(encoding, bytes, isWhole) !== undefined
  const japanese = decoded('shift_jis', bytes, isWhole)
  if (japanese !== undefined && kanaShare(japanese) > 0.9) return 'shift_jis'
  const pairs = pairsOf(bytes)
  const korean = shareOf(pairs, (lead, trail) => lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1)
  if (pairs.length >= 4 && korean >= SURELY && isValid('euc-kr')) return 'euc-kr'
  const kana = shareOf(pairs, (lead) => lead === 0xa4 || lead === 0xa5)
  if (kana > 0.3 && isValid('euc-jp')) return 'euc-jp'
  const scores: [CsvEncoding, number][] = [
    ['windows-1252', Math.max(DEFAULT_SCORE, westernShare(bytes))],
    ['windows-1251', cyrillicShare(bytes)],
    ['gb18030', isValid('gb18030') ? shareOf(pairs, isUsualChinese) : 0],
    ['big5', isValid('big5') ? shareOf(pairs, isUsualTaiwanese) : 0],
  ]
  return scores.reduce((best, other) => (other[1] > best[1] ? other : best))[0]
}

/** Signs of Japanese among those that are not of ASCII; 0 where no kana is, which every Japanese text has. */
function kanaShare(text: string): number {
  const all = text.match(/[^\0-\u007f]/g)?.length ?? 0
  if (!/[\u3041-\u3096\u30a1-\u30fa]/.test(text) || all === 0) return 0
  return (text.match(/[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]/g)?.length ?? 0) / all
}

type Pair = readonly [lead: number, trail: number]

/** Each byte above 127 with the byte after it. */
function pairsOf(bytes: Uint8Array): Pair[] {
  const pairs: Pair[] = []
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    pairs.push([lead, bytes[at + 1] ?? 0])
    at += 1
  }
  return pairs
}

function shareOf(pairs: readonly Pair[], isUsual: (lead: number, trail: number) => boolean): number {
  if (pairs.length === 0) return 0
  return pairs.filter(([lead, trail]) => isUsual(lead, trail)).length / pairs.length
}

/** The 3,755 usual signs of GB 2312, and its punctuation. */
function isUsualChinese(lead: number, trail: number): boolean {
  return trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))
}

/** The 5,401 usual signs of Big5, and its punctuation. */
function isUsualTaiwanese(lead: number, trail: number): boolean {
  const isTrail = (trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1
  return isTrail && lead >= 0xa1 && lead <= 0xc6
}

/** Letters with accents stand alone between those of ASCII. */
function westernShare(bytes: Uint8Array): number {
  return shareOfRuns(bytes, (byte, length) => length <= 2 && byte >= 0xa0)
}

/** Words of Cyrillic are bytes above 127, most of them small letters. */
function cyrillicShare(bytes: Uint8Array): number {
  const isLetter = (byte: number) => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8
  const letters = shareOfRuns(bytes, (byte, length) => isLetter(byte) && length >= 2)
  const small = shareOfRuns(bytes, (byte) => byte >= 0xe0 || byte === 0xb8)
  return small > 0.5 ? letters : letters / 2
}

/** The share of the bytes above 127 that count, by themselves and by how many of them follow one another. */
function shareOfRuns(bytes: Uint8Array, counts: (byte: number, length: number) => boolean): number {
  let all = 0
  let counted = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80) continue
    let end = at
    while (end < bytes.length && (bytes[end] ?? 0) >= 0x80) end += 1
    for (let one = at; one < end; one += 1) if (counts(bytes[one] ?? 0, end - at)) counted += 1
    all += end - at
    at = end
  }
  return all === 0 ? 0 : counted / all
}
