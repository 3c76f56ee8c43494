import { expect, test } from 'vitest'
import fc from 'fast-check'
import Serializer from '@supabase/realtime-js/dist/main/lib/serializer.js'
import { readFrame, writeBroadcast, writeFrame, type Broadcast } from './frames.js'

interface ClientMessage {
  join_ref: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}
interface ClientSerializer {
  encode(message: ClientMessage, take: (data: string | ArrayBuffer) => void): void
  decode(data: string | ArrayBuffer, take: (message: ClientMessage) => void): void
}
/** The client's own. */
const Made = Serializer as unknown as { default?: new () => ClientSerializer } & (new () => ClientSerializer)
const client = new (Made.default ?? Made)()

const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 })
const json = fc.jsonValue({ noUnicodeString: false })

test('what the client writes is read, and what is written the client reads, in the newer serialisation', () => {
  fc.assert(
    fc.property(ascii, ascii, json, (topic, event, payload) => {
      const push = { join_ref: '1', ref: '2', topic, event: 'broadcast', payload: { event, payload } }
      client.encode(push, (data) => {
        const bytes = typeof data === 'string' ? data : new Uint8Array(data)
        const frame = readFrame(bytes, '2.0.0')
        expect(frame).toMatchObject({ joinRef: '1', ref: '2', topic, event: 'broadcast' })
        const { broadcast } = frame as { broadcast: Broadcast }
        const written = writeBroadcast(topic, broadcast, '2.0.0')
        if (typeof written === 'string' || !written) throw new Error('It is binary.')
        const exact = written.buffer.slice(
          written.byteOffset,
          written.byteOffset + written.byteLength,
        ) as ArrayBuffer
        client.decode(exact, (message) => {
          const own = payload ?? {}
          expect(message).toMatchObject({ topic, event: 'broadcast', payload: { type: 'broadcast', event } })
          expect((message.payload as { payload: unknown }).payload).toEqual(JSON.parse(JSON.stringify(own)))
        })
      })
    }),
  )
})

test('frames of both serialisations come back as they were written', () => {
  fc.assert(
    fc.property(ascii, ascii, json, fc.constantFrom('1.0.0', '2.0.0'), (topic, event, payload, form) => {
      fc.pre(event !== 'broadcast')
      const frame = { joinRef: '3', ref: null, topic, event, payload }
      const read = readFrame(writeFrame(frame, form), form)
      expect(read).toEqual({ ...frame, payload: JSON.parse(JSON.stringify(payload)) })
    }),
  )
})

test('bytes that are no frame are dropped, and none throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      readFrame(bytes, '2.0.0')
      expect(readFrame(bytes, '1.0.0')).toBeUndefined()
    }),
  )
  for (const text of ['', '{', '[]', '[1,2,3]', '{"topic":1}', 'null', '["1","2",3,"x",{}]'])
    for (const form of ['1.0.0', '2.0.0'] as const) expect(readFrame(text, form)).toBeUndefined()
})

test('a binary payload reaches clients of the newer serialisation alone', () => {
  const sent: Broadcast = { event: 'bytes', payload: { type: 'binary', bytes: new Uint8Array([1, 2, 255]) } }
  expect(writeBroadcast('realtime:x', sent, '1.0.0')).toBeUndefined()
  const written = writeBroadcast('realtime:x', sent, '2.0.0') as Buffer
  expect([...written.subarray(-3)]).toEqual([1, 2, 255])
})
