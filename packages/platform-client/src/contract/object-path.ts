/** Paths of objects and names of buckets. Nothing is normalised: a path is kept as it was sent. CONTRACT "Rules for all". */
import * as v from 'valibot'

/** The longest path of an object, in bytes of UTF-8. */
export const OBJECT_PATH_MAX_BYTES = 1024
/** The longest name of a bucket, in characters. */
export const BUCKET_NAME_MAX_CHARACTERS = 100

/** What is wrong with a path. `segment`: one of its parts is empty, `.` or `..`. */
export type ObjectPathFault = 'empty' | 'leading-slash' | 'segment' | 'character' | 'length'

/** A surrogate without its other half, and NUL: no text of PostgreSQL holds them. */
const UNSTORABLE = /[\p{Surrogate}\0]/u

/** What is wrong with the path of an object; undefined when it is good. */
export function objectPathFault(path: string): ObjectPathFault | undefined {
  if (path === '') return 'empty'
  if (UNSTORABLE.test(path)) return 'character'
  if (new TextEncoder().encode(path).length > OBJECT_PATH_MAX_BYTES) return 'length'
  if (path.startsWith('/')) return 'leading-slash'
  const isBroken = path.split('/').some((part) => part === '' || part === '.' || part === '..')
  return isBroken ? 'segment' : undefined
}

const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]+$/

/** Whether a bucket may have this name: letters, digits, `_` and `!-.*'() &$@=;:+,?`, without blanks around it. */
export function isBucketName(name: string): boolean {
  return (
    name.length <= BUCKET_NAME_MAX_CHARACTERS &&
    BUCKET_NAME.test(name) &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..'
  )
}

/** Why a bucket can't have a name of fitting length. */
function bucketNameProblem(name: string): string {
  const sign = [...name].find((one) => !BUCKET_NAME.test(one))
  if (sign === undefined)
    return name === '.' || name === '..'
      ? 'A bucket can’t be named . or ..'
      : 'The name of the bucket must not begin or end with a blank'
  const shown = /[\p{C}\p{Z}\s]/u.test(sign) ? 'an invisible character' : `“${sign}”`
  return `The name of the bucket can’t hold ${shown}; it may have letters from a to z, digits, blanks and _!-.*'()&$@=;:+,?`
}

/** Words that stand where the name of a bucket does in addresses of the object API. */
const ROUTE_WORD = /^(list(-v\d+)?|upload|sign|public|authenticated|info|move|copy)$/

/** Whether a name is a word of the object API's addresses: no new bucket may have it. */
export function isRouteWord(name: string): boolean {
  return ROUTE_WORD.test(name)
}

/** The name of a bucket in an address. */
export const bucketParam = v.pipe(v.string(), v.nonEmpty(), v.check(isBucketName))
/** The name of a new bucket. */
export const bucketName = v.pipe(
  v.string('The name of the bucket must be a text'),
  v.nonEmpty('The name of the bucket must not be empty'),
  v.maxLength(
    BUCKET_NAME_MAX_CHARACTERS,
    `The name of the bucket must not be longer than ${BUCKET_NAME_MAX_CHARACTERS} characters`,
  ),
  v.check(isBucketName, ({ input }) => bucketNameProblem(input)),
  v.check(
    (name) => !isRouteWord(name),
    'This name is a word of the storage API’s addresses; choose another name',
  ),
)
