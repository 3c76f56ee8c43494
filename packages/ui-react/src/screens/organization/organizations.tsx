import { organizationText, shellText, type OrganizationCard, type OrganizationsScreen } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { Lock, Plus } from 'lucide-react'
import { Link } from '../../bind/link.js'
import { Badge } from '../../elements/badge.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './organizations.module.css'

const text = organizationText.organizations

export function Organizations({ screen }: { screen: OrganizationsScreen }) {
  const isSearchable = useStore(screen.$isSearchable)
  const search = useStore(screen.$search)
  return (
    <Page title={screen.title} width="wide" actions={<Create screen={screen} />}>
      {isSearchable && <SearchField label={text.find} value={search} onChange={screen.search} />}
      <Cards screen={screen} />
    </Page>
  )
}

function Create({ screen }: { screen: OrganizationsScreen }) {
  return (
    <LinkButton
      href={screen.createHref}
      kind="primary"
      icon={<Icon of={Plus} />}
      affordance={useStore(screen.$create)}
    >
      {text.create}
    </LinkButton>
  )
}

function Cards({ screen }: { screen: OrganizationsScreen }) {
  const cards = useStore(screen.$cards)
  const search = useStore(screen.$search)
  if (cards.status === 'loading') return <Skeleton label={shellText.loading} lines={6} />
  if (cards.status === 'failed') {
    return <LoadFailure message={cards.error.message} onRetry={cards.retry} />
  }
  if (cards.data.length === 0) {
    return search.trim() === '' ? (
      <EmptyState title={text.none} body={text.noneBody}>
        <Create screen={screen} />
      </EmptyState>
    ) : (
      <EmptyState title={text.noMatch} />
    )
  }
  return (
    <ul className={styles['cards']}>
      {cards.data.map((card) => (
        <li key={card.slug} className={styles['card']}>
          <Card card={card} />
        </li>
      ))}
    </ul>
  )
}

function Card({ card }: { card: OrganizationCard }) {
  const { locked } = card
  return (
    <>
      <h2 className={styles['name']}>
        {locked ? (
          <Name>{card.name}</Name>
        ) : (
          <Link href={card.href} className={styles['link']}>
            <Name>{card.name}</Name>
          </Link>
        )}
      </h2>
      <p className={styles['facts']}>
        <span>{card.plan}</span>
        {card.partner !== undefined && (
          <Badge tone="accent" title={card.partner}>
            {shellText.partner.badge}
          </Badge>
        )}
        {locked && <Badge tone="busy">{locked.label}</Badge>}
      </p>
      {locked && (
        <p className={styles['lock']}>
          <Icon of={Lock} size={14} />
          <span>
            {locked.hint} <TextLink href={locked.href}>{locked.linkLabel}</TextLink>
          </span>
        </p>
      )}
    </>
  )
}
