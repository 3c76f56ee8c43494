/** Values of bodies and addresses as clients send them: numbers as texts, words in any case, null for what is absent. */
import * as v from 'valibot'

/** A whole number within bounds: `60`, `"60"`, `"1e9"`. */
export function sentInteger(least: number, most: number) {
  const integer = v.pipe(
    v.number(),
    v.integer(),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  )
  const text = v.pipe(v.string(), v.trim(), v.nonEmpty('must be a number'), v.transform(Number), integer)
  return v.union([integer, text], `must be a whole number from ${least} to ${most}`)
}

/** `true`, `"true"`. */
export const sentBoolean = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
])

/** One of these words, in any case. */
export function sentWord<const Words extends readonly [string, ...string[]]>(words: Words) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.toLowerCase()),
    v.picklist(words, `must be one of ${words.join(', ')}`),
  )
}

/** Null and absent are the same. */
export function sentOr<const Schema extends v.GenericSchema>(
  schema: Schema,
  otherwise: NonNullable<v.InferOutput<Schema>>,
) {
  return v.pipe(
    v.optional(v.nullable(schema), null),
    v.transform((value) => (value ?? otherwise) as NonNullable<v.InferOutput<Schema>>),
  )
}
