/** A relative time; the exact time, in the user's zone, shows on hover. */
import { exactTime, relativeTime } from '@basedeck/core/text'
import { useNow } from '../bind/use-now.js'

export interface TimeProps {
  /** ISO 8601. */
  at: string
}

export function Time({ at }: TimeProps) {
  const moment = Date.parse(at)
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(moment)}>
      {relativeTime(moment, now)}
    </time>
  )
}
