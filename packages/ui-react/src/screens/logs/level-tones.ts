/** How the levels of lines look. */
import type { LogRow } from '@basedeck/core'
import type { BadgeTone } from '../../elements/badge.js'

export const LEVEL_TONES: Readonly<Record<LogRow['level'], BadgeTone>> = {
  debug: 'quiet',
  info: 'quiet',
  warn: 'accent',
  error: 'bad',
}
