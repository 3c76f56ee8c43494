/** A link that looks like the icon buttons beside it. */
import type { ReactNode } from 'react'
import { Link } from '../bind/link.js'
import styles from './icon-button.module.css'
import { Tooltip } from './tooltip.js'

export interface IconLinkProps {
  href: string
  /** Its accessible name, also shown on hover. */
  label: string
  icon: ReactNode
}

export function IconLink({ href, label, icon }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <Link href={href} aria-label={label} className={styles['button']}>
        {icon}
      </Link>
    </Tooltip>
  )
}
