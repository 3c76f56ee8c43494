/** Says that a partner manages the organization, with a link to the partner. */
import { useStore } from '@nanostores/react'
import { ExternalLink } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import styles from './partner-banner.module.css'

export function PartnerBanner() {
  const { shell } = useDeck()
  const banner = useStore(shell.$partner)
  if (!banner) return null
  return (
    <aside aria-label={banner.title} className={styles['banner']}>
      <p>
        <strong>{banner.title}.</strong> {banner.body}
      </p>
      {banner.link && (
        <a href={banner.link.href} target="_blank" rel="noreferrer" className={styles['link']}>
          {banner.link.label}
          <Icon of={ExternalLink} size={14} />
        </a>
      )}
    </aside>
  )
}
