import { expect, test } from 'vitest'
import { decoderOf, encodingOf } from './csv-encoding.js'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf8 = new TextEncoder()

test.each([
  ['UTF-8', utf8.encode('é,字'), true, 'utf-8'],
  ['plain letters', utf8.encode('a,b'), true, 'utf-8'],
  ['nothing', bytes(), true, 'utf-8'],
  ['a cut character', utf8.encode('é').slice(0, 1), false, 'utf-8'],
  ['a cut character at the end of a file', utf8.encode('é').slice(0, 1), true, 'windows-1252'],
  ['Latin-1', bytes(0x66, 0xfc, 0x72), true, 'windows-1252'],
  ['half a mark', bytes(0xff, 0x61), true, 'windows-1252'],
  ['the other half of a mark', bytes(0x61, 0xfe), true, 'windows-1252'],
  ['half of the other mark', bytes(0xfe, 0x61), true, 'windows-1252'],
  ['the other half of the other mark', bytes(0x61, 0xff), true, 'windows-1252'],
  ['a mark of UTF-16, little end first', bytes(0xff, 0xfe, 0x61, 0), true, 'utf-16le'],
  ['a mark of UTF-16, big end first', bytes(0xfe, 0xff, 0, 0x61), true, 'utf-16be'],
] as const)('the encoding of %s', (_, given, isWhole, encoding) =>
  expect(encodingOf(given, isWhole)).toBe(encoding),
)

// Written by Python's codecs.
test.each([
  [
    'windows-1251',
    'имя,город\nАнна,Москва\nПётр,Санкт-Петербург\n',
    'e8ecff2ce3eef0eee40ac0edede02ccceef1eae2e00acfb8f2f02cd1e0edeaf22dcfe5f2e5f0e1f3f0e30a',
  ],
  ['shift_jis', '名前,都市\n山田さん,東京\n', '96bc914f2c93738e730a8e52936382b382f12c938c8b9e0a'],
  [
    'gb18030',
    '姓名,城市\n张伟,北京\n王芳,上海\n',
    'd0d5c3fb2cb3c7cad00ad5c5ceb02cb1b1bea90acdf5b7bc2cc9cfbaa30a',
  ],
  [
    'big5',
    '姓名,城市\n陳大文,臺北\n林小姐,高雄\n',
    'a96da6572cabb0a5ab0ab3afa46aa4e52cbb4fa55f0aaa4ca470a96a2cb0aab6af0a',
  ],
  [
    'euc-kr',
    '이름,도시\n김철수,서울\n이영희,부산\n',
    'c0ccb8a72cb5b5bdc30ab1e8c3b6bcf62cbcadbfef0ac0ccbfb5c8f12cbacebbea0a',
  ],
  [
    'euc-jp',
    '名前,都市\n山田さん,とうきょう\n',
    'ccbec1b02cc5d4bbd40abbb3c5c4a4b5a4f32ca4c8a4a6a4ada4e7a4a60a',
  ],
  [
    'windows-1252',
    'prénom,ville\nRené,Orléans\nZoë,Nîmes\n€,5\n',
    '7072e96e6f6d2c76696c6c650a52656ee92c4f726ce9616e730a5a6feb2c4eee6d65730a802c350a',
  ],
  ['utf-16le', 'a,b\n1,2\n', '61002c0062000a0031002c0032000a00'],
  ['utf-16be', 'имя,b\n1,2\n', '0438043c044f002c0062000a0031002c0032000a'],
  ['utf-8', 'a,\0b\n', '612c00620a'],
] as const)('%s is found without a mark', (encoding, text, hex) => {
  const given = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  expect(encodingOf(given, true)).toBe(encoding)
  expect(decoderOf(encoding, true).decode(given)).toBe(text)
  // The last character may be cut.
  expect(encodingOf(given.slice(0, -2), false)).toBe(encoding)
})

test('an older encoding is told by its letters, however late they come', () => {
  const late = new Uint8Array(1_000_000).fill(0x61)
  const word = [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]
  late.set(word, 900_000)
  expect(encodingOf(late, true)).toBe('windows-1251')
  expect(encodingOf(new Uint8Array(8_000_000).fill(0xe0), false)).toBe('windows-1251')
})
