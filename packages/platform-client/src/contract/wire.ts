/** Values as a query string carries them: texts that mean numbers, switches and lists. */
import * as v from 'valibot'

/** A whole number, also as its digits. */
export function wireInteger(min: number, max: number) {
  return v.pipe(
    v.union([
      v.number(),
      v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'must be a whole number'), v.transform(Number)),
    ]),
    v.integer('must be a whole number'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )
}

/** `true` and `false`, also as words. */
export function wireBoolean() {
  return v.union([
    v.boolean(),
    v.pipe(
      v.picklist(['true', 'false'], 'must be true or false'),
      v.transform((text) => text === 'true'),
    ),
  ])
}

/** Words separated by commas. */
export function wireList() {
  return v.union([
    v.array(v.string()),
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter((word) => word !== '')),
    ),
  ])
}

/**
 * Whether objects and lists are nested at most that deep; a plain value has depth 0. Iterative, so that deep values
 * can't overflow the stack.
 */
export function isNestedAtMost(value: unknown, depth: number): boolean {
  let objects = [value].filter(isObject)
  for (let level = 0; objects.length > 0; level++) {
    if (level === depth) return false
    objects = objects.flatMap((object) => Object.values(object)).filter(isObject)
  }
  return true
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
