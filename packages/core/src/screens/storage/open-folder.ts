/** Which folder of a bucket is open: the address says it, as `?path=`. */
import { isValidPath } from '@basedeck/storage-engine/rules'
import { computed, type ReadableAtom } from 'nanostores'
import { foldersTo } from '../../rules/storage/folder-path.js'
import type { Needs } from '../context.js'

/** A folder on the way to the open one. */
export interface FolderCrumb {
  folder: string
  name: string
  href: string
}

export interface OpenFolder {
  /** Empty: the bucket itself. */
  readonly $folder: ReadableAtom<string>
  /** The way to it, from the bucket on. */
  readonly $crumbs: ReadableAtom<readonly FolderCrumb[]>
  hrefOf(folder: string): string
}

export function createOpenFolder(
  { router }: Needs<'router'>,
  { ref, bucket }: { ref: string; bucket: string },
): OpenFolder {
  const address = router.href('bucket', { ref, id: bucket })
  const hrefOf = (folder: string) =>
    folder === '' ? address : `${address}?${new URLSearchParams({ path: folder })}`
  let wasHere = folderIn(router.$route.get().location.search)
  const $folder = computed(router.$route, ({ location }) => {
    // Another page is on its way: this one stays as it is.
    if (location.pathname === address) wasHere = folderIn(location.search)
    return wasHere
  })
  return {
    $folder,
    $crumbs: computed($folder, (open) =>
      foldersTo(open).map(({ folder, name }) => ({
        folder,
        name: folder === '' ? bucket : name,
        href: hrefOf(folder),
      })),
    ),
    hrefOf,
  }
}

/** Another text than a path opens the bucket itself. */
function folderIn(search: string): string {
  const path = new URLSearchParams(search).get('path') ?? ''
  return isValidPath(path) ? path : ''
}
