/** Words that clients of the family read in refusals of the object API. SERVICES §5. */
import type { DomainErrorCode } from '../../kernel/domain-error.js'

export interface FamilyWords {
  error: string
  /** Default: our own sentence. */
  message?: string | ((more: Readonly<Record<string, unknown>>) => string | undefined)
}

const DUPLICATE: FamilyWords = { error: 'Duplicate', message: 'The resource already exists' }

/** By our code. */
export const FAMILY_WORDS: Partial<Record<DomainErrorCode, FamilyWords>> = {
  bucket_not_found: { error: 'Bucket not found', message: 'Bucket not found' },
  object_not_found: { error: 'not_found', message: 'Object not found' },
  bucket_exists: DUPLICATE,
  object_exists: DUPLICATE,
  storage_denied: { error: 'Unauthorized', message: 'new row violates row-level security policy' },
  invalid_key: { error: 'Unauthorized' },
  invalid_signature: { error: 'InvalidJWT' },
  mime_not_allowed: {
    error: 'invalid_mime_type',
    message: ({ mimetype }) =>
      typeof mimetype === 'string' ? `mime type ${mimetype} is not supported` : undefined,
  },
  object_too_large: { error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
  file_size_limit: { error: 'Payload too large' },
  range_not_satisfiable: { error: 'invalid_range' },
  invalid_bucket_name: { error: 'Invalid Input', message: 'Bucket name invalid' },
  invalid_path: {
    error: 'InvalidKey',
    message: ({ key }) => (typeof key === 'string' ? `Invalid key: ${key}` : undefined),
  },
  bucket_not_empty: {
    error: 'InvalidRequest',
    message: 'The bucket you tried to delete is not empty',
  },
  image_transforms_off: { error: 'feature_disabled' },
  unsupported: { error: 'feature_disabled' },
}

/** Where no code says more. */
export const FAMILY_ERRORS: Readonly<Record<number, string>> = {
  400: 'Invalid Input',
  401: 'Unauthorized',
  403: 'Unauthorized',
  404: 'not_found',
  409: 'InvalidRequest',
  410: 'not_found',
  412: 'precondition_failed',
  413: 'Payload too large',
  429: 'too_many_requests',
}

export const WRONG_FILE_SIZE = 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'
