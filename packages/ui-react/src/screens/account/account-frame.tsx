/** The common parts of the account pages: back link, heading, navigation. */
import type { AccountPage, AccountPageLink } from '@basedeck/core'
import { accountText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../bind/link.js'
import { useScrolledTo } from '../../bind/use-scrolled-to.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LinkButton } from '../../elements/link-button.js'
import { Icon } from '../../elements/icon.js'
import { Page } from '../../elements/page.js'
import styles from './account-frame.module.css'

export interface AccountFrameProps {
  page: AccountPage
  title: string
  description?: string
  actions?: ReactNode
  /** The message where there are no accounts; absent: the page needs none. */
  withoutAccounts?: string
  children: ReactNode
}

export function AccountFrame({ page, withoutAccounts, children, actions, ...rest }: AccountFrameProps) {
  const backHref = useStore(page.$backHref)
  const hasAccounts = useStore(page.$hasAccounts)
  const links = useStore(page.$links)
  const isMissing = withoutAccounts !== undefined && hasAccounts === false
  return (
    <Page
      {...rest}
      width="wide"
      actions={isMissing ? undefined : actions}
      above={
        <Link href={backHref} className={styles['back']}>
          <Icon of={ArrowLeft} size={14} />
          {accountText.back}
        </Link>
      }
    >
      <nav aria-label={shellText.account} className={styles['links']}>
        {links.map((link) => (
          <AccountLink key={link.key} link={link} />
        ))}
      </nav>
      {isMissing ? (
        <EmptyState title={accountText.noAccountsTitle} body={withoutAccounts}>
          <LinkButton href={page.startHref}>{accountText.howToStart}</LinkButton>
        </EmptyState>
      ) : (
        hasAccounts !== undefined && children
      )}
    </Page>
  )
}

function AccountLink({ link }: { link: AccountPageLink }) {
  // For a row that is wider than the window.
  const element = useScrolledTo<HTMLSpanElement>(link.isActive, 'nearest')
  return (
    <span ref={element} className={styles['item']}>
      <Link href={link.href} className={styles['link']} aria-current={link.isActive ? 'page' : undefined}>
        {link.label}
      </Link>
    </span>
  )
}
