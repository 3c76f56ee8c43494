/** Says that the platform is unreachable, for as long as it is. It covers no bar at the bottom of a page. */
import type { ConnectionState } from '@basedeck/core'
import { connectionText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CloudOff } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Announcement } from '../elements/announcement.js'
import { Button } from '../elements/button.js'
import { Icon } from '../elements/icon.js'
import styles from './connection-banner.module.css'

export function ConnectionBanner() {
  const { connection } = useDeck()
  const state = useStore(connection.$state)
  const seconds = useStore(connection.$seconds)
  const more = useStore(connection.$isFileMissing) ? ` ${connectionText.opensThen}` : ''
  return (
    <aside aria-label={connectionText.label} className={styles['banner']}>
      <Icon of={CloudOff} />
      {/* The seconds are hidden from screen readers, which would read them out every second. */}
      <p aria-hidden>
        {sentenceOf(state, seconds)}
        {more}
      </p>
      <Announcement>{`${sentenceOf(state, null)}${more}`}</Announcement>
      {state.status !== 'offline' && (
        <Button onClick={connection.tryNow} aria-disabled={state.status === 'trying'}>
          {connectionText.tryNow}
        </Button>
      )}
    </aside>
  )
}

function sentenceOf({ status }: ConnectionState, seconds: number | null): string {
  if (status === 'offline') return connectionText.offline
  return seconds === null ? connectionText.trying : connectionText.away(seconds)
}
