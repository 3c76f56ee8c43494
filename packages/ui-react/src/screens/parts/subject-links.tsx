/** The pages of one subject, beside each other. */
import { Link } from '../../bind/link.js'
import styles from './subject-links.module.css'

export interface SubjectLinksProps {
  /** What the links lead through. */
  label: string
  links: readonly { href: string; label: string; isHere: boolean }[]
}

export function SubjectLinks({ label: subject, links }: SubjectLinksProps) {
  if (links.length === 0) return null
  return (
    <nav aria-label={subject} className={styles['links']}>
      {links.map(({ href, label, isHere }) => (
        <Link key={href} href={href} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
