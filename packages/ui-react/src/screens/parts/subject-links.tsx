/** The pages of one subject, beside each other. */
import { Link } from '../../bind/link.js'
import { useScrolledTo } from '../../bind/use-scrolled-to.js'
import styles from './subject-links.module.css'

interface SubjectLink {
  href: string
  label: string
  isHere: boolean
}

export interface SubjectLinksProps {
  /** What the links lead through. */
  label: string
  links: readonly SubjectLink[]
}

export function SubjectLinks({ label: subject, links }: SubjectLinksProps) {
  if (links.length === 0) return null
  return (
    <nav aria-label={subject} className={styles['links']}>
      {links.map((link) => (
        <Item key={link.href} link={link} />
      ))}
    </nav>
  )
}

function Item({ link: { href, label, isHere } }: { link: SubjectLink }) {
  // For a row that is wider than the window.
  const element = useScrolledTo<HTMLSpanElement>(isHere, 'nearest')
  return (
    <span ref={element} className={styles['item']}>
      <Link href={href} className={styles['link']} aria-current={isHere ? 'page' : undefined}>
        {label}
      </Link>
    </span>
  )
}
