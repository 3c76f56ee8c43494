/** A value is never changed: what PostgreSQL prints comes back as the same value when it is sent as a parameter. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Subject } from './subject.js'

const text = fc.string({ unit: 'grapheme' }).filter((value) => !/\0|\p{Surrogate}/u.test(value))
const anyText = fc
  .oneof(text, fc.string({ unit: 'binary' }))
  .filter((value) => !/\0|\p{Surrogate}/u.test(value))
const digits = (max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: max }).map((all) => all.join(''))
const numeric = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '-'), digits(200), digits(100))
    .map(([sign, whole, part]) => `${sign}${whole}.${part}`),
  fc.constantFrom('NaN', 'Infinity', '-Infinity', '0.000000000000000000000000000000000000001', '1e400'),
)
const timestamp = fc.oneof(
  fc.bigInt(-210_000_000_000_000_000n, 9_000_000_000_000_000_000n).map((micros) => micros.toString()),
  fc.constantFrom('infinity', '-infinity'),
)
const json = fc
  .json({ maxDepth: 3 })
  .filter((value) => !value.includes('\\u0000') && !/\\u[dD][89a-fA-F]/.test(value))

/** Values as PostgreSQL prints them, made from any text a person could type. */
const kinds: Record<string, { type: string; literals: fc.Arbitrary<string> }> = {
  int8: { type: 'int8', literals: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String) },
  numeric: { type: 'numeric', literals: numeric },
  float8: {
    type: 'float8',
    literals: fc.double().map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  },
  float4: {
    type: 'float4',
    literals: fc.float().map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  },
  text: { type: 'text', literals: anyText },
  bool: { type: 'bool', literals: fc.constantFrom('t', 'f') },
  json: { type: 'json', literals: json },
  jsonb: { type: 'jsonb', literals: json },
  bytea: {
    type: 'bytea',
    literals: fc.uint8Array().map((bytes) => `\\x${Buffer.from(bytes).toString('hex')}`),
  },
  uuid: { type: 'uuid', literals: fc.uuid() },
  interval: {
    type: 'interval',
    literals: fc
      .tuple(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.integer({ min: -1e9, max: 1e9 }),
      )
      .map(([months, days, micros]) => `${months} months ${days} days ${micros} microseconds`),
  },
  'text[]': { type: 'text[]', literals: fc.array(fc.option(anyText, { freq: 3 })).map(arrayLiteral) },
  'int4[][]': {
    type: 'int4[]',
    literals: fc
      .array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1 })
      .map((pairs) => `{${pairs.map((pair) => `{${pair.join(',')}}`).join(',')}}`),
  },
}

function arrayLiteral(values: (string | null)[]): string {
  const element = (value: string | null): string =>
    value === null ? 'NULL' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return `{${values.map(element).join(',')}}`
}

const NUMBER_OF_RUNS = 25

export function describeValues({ rows, value }: Subject): void {
  describe('values', () => {
    test.each(Object.entries(kinds))('%s comes back as it went', async (_name, { type, literals }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(literals, { minLength: 1, maxLength: 20 }), async (batch) => {
          const values = batch.map((_, index) => `($${index + 1}::text::${type})`).join(', ')
          const printed = (await rows(`select v from (values ${values}) as t(v)`, { parameters: batch })).map(
            ([cell]) => cell ?? null,
          )
          const again = batch.map((_, index) => `($${index + 1}::${type})`).join(', ')
          expect(
            (await rows(`select v from (values ${again}) as t(v)`, { parameters: printed })).map(
              ([cell]) => cell,
            ),
          ).toEqual(printed)
          if (type === 'text' || type === 'json') expect(printed).toEqual(batch)
        }),
        { numRuns: NUMBER_OF_RUNS },
      )
    })

    test.each(['timestamp', 'timestamptz'])('%s comes back as it went, from BC to infinity', async (type) => {
      const made = `case when $1 in ('infinity', '-infinity') then $1::${type}
        else '2000-01-01'::${type} + ($1::numeric / 1000000) * interval '1 second' end`
      await fc.assert(
        fc.asyncProperty(timestamp, async (micros) => {
          const printed = await value(`select ${made}`, { parameters: [micros] })
          expect(await value(`select $1::${type}`, { parameters: [printed] })).toBe(printed)
        }),
        { numRuns: NUMBER_OF_RUNS },
      )
    })

    test('numbers beyond what JavaScript can hold keep every digit', async () => {
      expect(
        await rows(
          `select 9223372036854775807, 0.1::numeric(30, 20), 'NaN'::numeric, 1e-7::float8, '-0'::float8`,
        ),
      ).toEqual([['9223372036854775807', '0.10000000000000000000', 'NaN', '1e-07', '-0']])
    })

    test('NULL and the empty text differ, also in arrays', async () => {
      expect(await rows(`select null, '', array[null, 'null', '']`)).toEqual([[null, '', '{NULL,"null",""}']])
    })

    test('text of every plane and control characters arrive', async () => {
      const odd = "a\u0001\u007f\u0085\u2028é字👩‍👩‍👧\u{10ffff}\t\r\n\\'"
      expect(await value('select $1', { parameters: [odd] })).toBe(odd)
      expect(await value(`select $x$${odd}$x$`)).toBe(odd)
    })

    test.each([
      ['a NUL', 'a\0b'],
      ['half a character', 'a\ud800b'],
    ])('%s is refused before it is sent, in a text and in a parameter', async (_name, bad) => {
      await expect(value(`select '${bad}'`)).rejects.toMatchObject({
        report: { code: '22021', position: 10 },
      })
      await expect(value('select $1', { parameters: [bad] })).rejects.toMatchObject({
        report: { code: '22021' },
      })
    })

    test('output follows the server’s defaults', async () => {
      expect(
        await rows(
          `select '2020-02-01'::date, '1 year'::interval, '\\xff'::bytea, 0.1::float8 + 0.2::float8`,
        ),
      ).toEqual([['2020-02-01', '1 year', '\\xff', '0.30000000000000004']])
    })
  })
}
