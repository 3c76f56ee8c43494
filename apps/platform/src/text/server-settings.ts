/** Why settings of PostgreSQL can't be changed. */
import type { FixedReason } from '@basedeck/core/rules'

export const serverSettingsText = {
  fixed: {
    internal: 'PostgreSQL was built with it, or computes it.',
    operator:
      'It names files, programs or addresses of the server, or decides whether a commit is kept. Who runs the server changes it in its files.',
    platform: 'Basedeck sets it for the server.',
    server: 'It belongs to the whole server, which is not Basedeck’s.',
  } satisfies Record<FixedReason, string>,
}
