/** The pages of the file storage. */
import { menuText } from '../../text/menus.js'
import { pageTitles } from '../../text/page-titles.js'
import { sideMenuText } from '../../text/side-menus.js'
import { leading, page } from '../page.js'

const { labels } = sideMenuText

export const storagePages = {
  storage: leading({
    path: '/project/{ref}/storage',
    permission: 'storage',
    leadsTo: '/project/{ref}/storage/buckets',
  }),
  buckets: page({
    path: '/project/{ref}/storage/buckets',
    permission: 'storage',
    title: pageTitles.buckets,
    needsDatabase: true,
    menus: [
      {
        menu: 'project',
        group: 'products',
        order: 30,
        icon: 'storage',
        label: menuText.project.storage,
        whileComingUp: 'overview',
        also: ['/project/{ref}/storage'],
      },
      { menu: 'storage', group: 'storage', order: 10 },
    ],
    load: async () => (await import('./buckets.js')).createBuckets,
  }),
  bucket: page({
    path: '/project/{ref}/storage/buckets/{id}',
    permission: 'storage',
    title: pageTitles.bucket,
    needsDatabase: true,
    load: async () => (await import('./bucket.js')).createBucket,
  }),
  storagePolicies: page({
    path: '/project/{ref}/storage/policies',
    permission: 'storage',
    title: pageTitles.storagePolicies,
    needsDatabase: true,
    menus: [{ menu: 'storage', group: 'storage', order: 15, label: labels.storagePolicies }],
    load: async () => (await import('./storage-policies.js')).createStoragePolicies,
  }),
  storageSettings: page({
    path: '/project/{ref}/storage/settings',
    permission: 'storage',
    title: pageTitles.storageSettings,
    needsDatabase: 'partly',
    menus: [
      { menu: 'storage', group: 'storage', order: 20, label: labels.settings },
      {
        menu: 'settings',
        group: 'configuration',
        order: 30,
        label: labels.storage,
        flag: 'storageEnabled',
      },
    ],
    load: async () => (await import('./storage-settings.js')).createStorageSettings,
  }),
}
