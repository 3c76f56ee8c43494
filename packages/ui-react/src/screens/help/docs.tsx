/** The documentation: its list, or one page with links to its neighbours. */
import type { DocsLink, DocsScreen } from '@basedeck/core'
import { helpText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from '../../bind/link.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { Markdown } from '../../widgets/markdown/markdown.js'
import styles from './docs.module.css'

const text = helpText.docs

export function Docs({ screen }: { screen: DocsScreen }) {
  const { page, isMissing, title, lead, contentsHref } = screen
  if (isMissing) {
    return (
      <Page title={title} description={lead}>
        <p>
          <LinkButton href={contentsHref}>{text.toContents}</LinkButton>
        </p>
      </Page>
    )
  }
  if (!page) return <Contents screen={screen} />
  return (
    <Page title={title} description={lead} back={{ href: contentsHref, label: text.toContents }}>
      {page.sections.map((section, index) => (
        <section key={section.title} aria-labelledby={`section-${index}`} className={styles['section']}>
          <h2 id={`section-${index}`}>{section.title}</h2>
          <Markdown text={section.text} />
        </section>
      ))}
      <Beside screen={screen} />
    </Page>
  )
}

function Contents({ screen }: { screen: DocsScreen }) {
  const pages = useStore(screen.$pages)
  return (
    <Page title={screen.title} description={screen.lead}>
      <ul aria-label={text.contents} className={styles['contents']}>
        {pages.map(({ key, title, lead, href }) => (
          <li key={key}>
            <Link href={href} className={styles['card']}>
              <strong>{title}</strong>
              {lead}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function Beside({ screen }: { screen: DocsScreen }) {
  const previous = useStore(screen.$previous)
  const next = useStore(screen.$next)
  return (
    <nav aria-label={text.contents} className={styles['beside']}>
      {previous && <Neighbour of={previous} label={text.previous} icon={ArrowLeft} />}
      {next && <Neighbour of={next} label={text.next} icon={ArrowRight} />}
    </nav>
  )
}

function Neighbour({ of, label, icon }: { of: DocsLink; label: string; icon: typeof ArrowLeft }) {
  return (
    <Link href={of.href} className={styles['card']} data-way={icon === ArrowRight ? 'next' : 'previous'}>
      <span className={styles['way']}>
        <Icon of={icon} size={14} />
        {label}
      </span>
      <strong>{of.title}</strong>
    </Link>
  )
}
