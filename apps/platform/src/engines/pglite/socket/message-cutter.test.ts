import { expect, test } from 'vitest'
import { MAX_MESSAGE_BYTES, MessageCutter } from './message-cutter.js'
import { MessageScanner } from './message-scanner.js'

function message(type: string, body = ''): Buffer {
  const bytes = Buffer.from(body)
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeUInt32BE(bytes.length + 4, 1)
  return Buffer.concat([header, bytes])
}

test('messages come out whole, wherever the bytes were cut', () => {
  const all = [message('P', 'one'), message('S'), message('Q', 'x'.repeat(300)), message('X')]
  const bytes = Buffer.concat(all)
  for (const size of [1, 4, 5, 7, 100, bytes.length]) {
    const cutter = new MessageCutter()
    const found: Buffer[] = []
    for (let offset = 0; offset < bytes.length; offset += size) {
      cutter.push(bytes.subarray(offset, offset + size))
      found.push(...(cutter.messages() ?? []))
    }
    expect(found).toEqual(all)
  }
})

test.each([
  ['a type that is none', Buffer.from([1, 0, 0, 0, 4]), '08P01'],
  ['a length below its own', Buffer.from([0x51, 0, 0, 0, 3]), '08P01'],
  ['a length above the limit', Buffer.from([0x51, ...lengthBytes(MAX_MESSAGE_BYTES)]), '54000'],
])('%s is refused by its header', (_name, bytes, code) => {
  const cutter = new MessageCutter()
  cutter.push(bytes)
  expect(() => cutter.messages()).toThrow(expect.objectContaining({ code }))
})

test('a message of the sign-in has a limit of its own', () => {
  const cutter = new MessageCutter()
  cutter.push(message('p', 'x'.repeat(50)).subarray(0, 10))
  expect(() => cutter.message(40)).toThrow(expect.objectContaining({ code: '54000' }))
})

test('PostgreSQL is ready after ReadyForQuery, and messages aside don’t change that', () => {
  const answer = [
    message('T', 'columns'),
    message('C', 'SELECT 1\0'),
    message('Z', 'T'),
    message('N', 'SNOTICE\0VNOTICE\0\0'),
    message('S', 'TimeZone\0UTC\0'),
  ]
  for (const size of [1, 3, 1000]) {
    const scanner = new MessageScanner()
    const bytes = Buffer.concat(answer)
    const states: string[] = []
    for (let offset = 0; offset < bytes.length; offset += size) {
      scanner.push(bytes.subarray(offset, offset + size))
      if (scanner.isBetween) states.push(`${scanner.isReady} ${scanner.status}`)
    }
    expect(states.at(-1)).toBe('true T')
    if (size === 1) expect(states).toEqual(['false I', 'false I', 'true T', 'true T', 'true T'])
  }
})

test.each([
  ['FATAL', true],
  ['PANIC', true],
  ['ERROR', false],
])('an error of the severity %s ends the session: %s', (severity, is) => {
  const scanner = new MessageScanner()
  scanner.push(message('E', `S${severity}\0V${severity}\0C57P01\0Mbye\0\0`))
  expect(scanner.isFatal).toBe(is)
})

function lengthBytes(length: number): number[] {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return [...bytes]
}
