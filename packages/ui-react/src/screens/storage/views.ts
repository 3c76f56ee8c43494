/** What draws the pages of `core/screens/storage/pages.ts`. */
import { view, type Views } from '../view.js'

export const storageViews: Views<'storage'> = {
  buckets: view(async () => (await import('./buckets.js')).Buckets),
  bucket: view(async () => (await import('./bucket.js')).Bucket),
  storagePolicies: view(async () => (await import('./storage-policies.js')).StoragePolicies),
  storageSettings: view(async () => (await import('./storage-settings.js')).StorageSettings),
}
