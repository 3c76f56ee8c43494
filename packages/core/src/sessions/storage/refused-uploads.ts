/** Files that were chosen and are not uploaded: the tray names each, with the reason, until it is removed or chosen again. */
import { joinedPath, type UploadRejection } from '@basedeck/storage-engine'
import type { TrayEntry } from './tray-entry.js'

type RefusedEntry = Extract<TrayEntry, { type: 'refused' }>

export interface RefusedUploads {
  all(): readonly RefusedEntry[]
  /** Files were chosen: of these, only the ones that are rejected now are refused. */
  checked(
    target: { ref: string; bucket: string; folder: string },
    chosen: readonly { path: string }[],
    rejected: readonly UploadRejection[],
  ): void
  remove(key: string): void
  clear(): void
}

export function createRefusedUploads(): RefusedUploads {
  let all: readonly RefusedEntry[] = []
  let count = 0
  return {
    all: () => all,
    checked({ ref, bucket, folder }, chosen, rejected) {
      const paths = new Set(chosen.map(({ path }) => joinedPath(folder, path)))
      const isChosen = (one: RefusedEntry) =>
        one.ref === ref && one.upload.bucket === bucket && paths.has(one.upload.path)
      all = [
        ...all.filter((one) => !isChosen(one)),
        ...rejected.flatMap((rejection) =>
          rejection.files.map(({ path }): RefusedEntry => ({
            key: `refused ${++count}`,
            ref,
            type: 'refused',
            upload: {
              bucket,
              path: joinedPath(folder, path),
              limitBytes: rejection.reason === 'empty' ? null : rejection.limitBytes,
            },
          })),
        ),
      ]
    },
    remove(key) {
      all = all.filter((one) => one.key !== key)
    },
    clear() {
      all = []
    },
  }
}
