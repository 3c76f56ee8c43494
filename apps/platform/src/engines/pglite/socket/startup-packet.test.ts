import { expect, test } from 'vitest'
import { isStartupLength, MAX_STARTUP_BYTES, readStartup } from './startup-packet.js'
import { askedExtensions, startupSettings } from './startup-settings.js'

function packet(version: number, body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + bytes.length, 0)
  header.writeUInt32BE(version, 4)
  return Buffer.concat([header, bytes])
}
const VERSION_3 = 3 << 16

test.each([
  [0, false],
  [7, false],
  [8, true],
  [MAX_STARTUP_BYTES, true],
  [MAX_STARTUP_BYTES + 1, false],
])('a first packet of %i bytes: %s', (bytes, is) => {
  expect(isStartupLength(bytes)).toBe(is)
})

test('a start has parameters', () => {
  expect(readStartup(packet(VERSION_3 + 2, 'user\0ada\0database\0\0\0'))).toEqual({
    type: 'start',
    minor: 2,
    parameters: new Map([
      ['user', 'ada'],
      ['database', ''],
    ]),
  })
})

test('questions for encryption and a cancel are recognized', () => {
  expect(readStartup(packet(80877103))).toEqual({ type: 'encryption', by: 'tls' })
  expect(readStartup(packet(80877104))).toEqual({ type: 'encryption', by: 'gss' })
  expect(readStartup(packet(80877102, Buffer.from([0, 0, 0, 1, 255, 255, 255, 255])))).toEqual({
    type: 'cancel',
    processId: 1,
    secret: -1,
  })
})

test.each([
  ['version 2', packet(2 << 16), '08P01'],
  ['version 4', packet(4 << 16), '08P01'],
  ['no last zero', packet(VERSION_3, 'user\0ada\0'), '08P01'],
  ['a name without a value', packet(VERSION_3, 'user\0\0'), '08P01'],
  ['a value without a name', packet(VERSION_3, '\0ada\0\0'), '08P01'],
  ['a short cancel', packet(80877102, 'ab'), '08P01'],
  ['a replication', packet(VERSION_3, 'user\0ada\0replication\0database\0\0'), '0A000'],
])('%s is refused', (_name, bytes, code) => {
  expect(readStartup(bytes)).toMatchObject({ type: 'refused', code })
})

test.each<[Record<string, string>, [string, string][]]>([
  [{ user: 'ada', database: 'postgres', application_name: 'a' }, [['application_name', 'a']]],
  [
    { options: '-c search_path=a,b --work-mem=4MB -cgeqo=off' },
    [
      ['search_path', 'a,b'],
      ['work_mem', '4MB'],
      ['geqo', 'off'],
    ],
  ],
  [{ options: '-c application_name=two\\ words' }, [['application_name', 'two words']]],
  [{ options: '-d 5 nonsense -c' }, []],
  [
    { options: '-c a=1', TimeZone: 'UTC' },
    [
      ['a', '1'],
      ['TimeZone', 'UTC'],
    ],
  ],
  [{ '_pq_.feature': 'on' }, []],
])('the parameters %j set', (parameters, settings) => {
  expect(startupSettings(new Map(Object.entries(parameters)))).toEqual(settings)
})

test('extensions of the protocol are named', () => {
  expect(
    askedExtensions(
      new Map([
        ['_pq_.feature', 'on'],
        ['user', 'ada'],
      ]),
    ),
  ).toEqual(['_pq_.feature'])
})
