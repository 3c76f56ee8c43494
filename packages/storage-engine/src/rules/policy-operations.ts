/**
 * What a policy must permit for each call of the storage client.
 * @rule storage.policy-operations  @spec §3
 */

/** What a policy permits. */
export type PolicyPermission = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

const PERMISSIONS = {
  upload: ['INSERT'],
  download: ['SELECT'],
  list: ['SELECT'],
  update: ['SELECT', 'UPDATE'],
  move: ['SELECT', 'UPDATE'],
  copy: ['SELECT', 'INSERT'],
  remove: ['SELECT', 'DELETE'],
  createSignedUrl: ['SELECT'],
  createSignedUrls: ['SELECT'],
  getPublicUrl: [],
} as const satisfies Record<string, readonly PolicyPermission[]>

/** A call of the storage client. */
export type StorageOperation = keyof typeof PERMISSIONS

/** Every call of the storage client. */
export const STORAGE_OPERATIONS = Object.keys(PERMISSIONS) as readonly StorageOperation[]

const ORDER: readonly PolicyPermission[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** What all of these calls need, each permission once. */
export function permissionsFor(operations: Iterable<StorageOperation>): PolicyPermission[] {
  const needed = new Set<PolicyPermission>([...operations].flatMap((operation) => PERMISSIONS[operation]))
  return ORDER.filter((permission) => needed.has(permission))
}

/** The calls for which these permissions suffice. */
export function operationsWith(permissions: Iterable<PolicyPermission>): StorageOperation[] {
  const given = new Set(permissions)
  return STORAGE_OPERATIONS.filter((operation) =>
    PERMISSIONS[operation].every((permission) => given.has(permission)),
  )
}
