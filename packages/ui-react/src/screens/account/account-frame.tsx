/** The common parts of the account pages: back link, heading, navigation. */
import type { AccountPage } from '@basedeck/core'
import { accountText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../elements/empty-state.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { SubjectLinks } from '../parts/subject-links.js'

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
      width="list"
      actions={isMissing ? undefined : actions}
      back={{ href: backHref, label: accountText.back }}
      tabs={<SubjectLinks label={shellText.account} links={links} />}
    >
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
