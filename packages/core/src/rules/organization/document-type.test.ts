import { expect, test } from 'vitest'
import { documentType } from './document-type.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

test.each<[string, Uint8Array, string]>([
  ['agreement.pdf', bytes('%PDF-1.7 …'), 'application/pdf'],
  ['agreement.txt', bytes('%PDF-1.7 …'), 'application/pdf'],
  ['logo.png', hex('89504e470d0a1a0a00'), 'image/png'],
  ['photo.jpg', hex('ffd8ffe0'), 'image/jpeg'],
  ['old.gif', bytes('GIF87a…'), 'image/gif'],
  ['new.gif', bytes('GIF89a…'), 'image/gif'],
  ['one.webp', bytes('RIFFxxxxWEBPVP8 '), 'image/webp'],
  ['one.wav', bytes('RIFFxxxxWAVEfmt '), 'text/plain'],
  ['report.docx', hex('504b03041400'), 'application/zip'],
  ['empty.zip', hex('504b0506'), 'application/zip'],
  ['logs.gz', hex('1f8b0800'), 'application/gzip'],
  ['guide.md', bytes('# Guide'), 'text/markdown'],
  ['list.CSV', bytes('a,b\r\n1,2'), 'text/csv'],
  ['data.json', bytes('{}'), 'application/json'],
  ['page.html', bytes('<script>alert(1)</script>'), 'text/plain'],
  ['drawing.svg', bytes('<svg onload="alert(1)"/>'), 'text/plain'],
  ['a.constructor', bytes('text'), 'text/plain'],
  ['program.csv', hex('7f454c46020101'), 'application/octet-stream'],
  ['latin.txt', hex('e4f6fc'), 'application/octet-stream'],
  ['cut.png', hex('89504e47'), 'application/octet-stream'],
])('%s is found by its bytes', (name, content, type) => {
  expect(documentType(content, name)).toBe(type)
})
