import type { OrganizationBillingScreen, PlanCard, PlanQuestion } from '@basedeck/core'
import { billingText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './organization-billing.module.css'

export function OrganizationBilling({ screen }: { screen: OrganizationBillingScreen }) {
  const plans = useStore(screen.$plans)
  const addons = useStore(screen.$addons)
  return (
    <Page title={screen.title} description={text.body} width="list">
      <Current screen={screen} />
      <Section title={text.plans}>
        <RemoteContent state={plans}>
          {(cards) =>
            cards.length === 0 ? (
              <EmptyState title={text.none} body={text.noneBody} />
            ) : (
              <ul className={styles['plans']} data-tone="plain">
                {cards.map((card) => (
                  <Card key={card.id} screen={screen} card={card} />
                ))}
              </ul>
            )
          }
        </RemoteContent>
      </Section>
      <Section title={text.addons.title} isFlush>
        <DataList
          label={text.addons.title}
          state={addons}
          keyOf={({ key }) => key}
          empty={{ title: text.addons.empty, body: text.addons.emptyBody }}
          columns={ADDON_COLUMNS}
        />
      </Section>
      <Question screen={screen} />
    </Page>
  )
}

const ADDON_COLUMNS: DataListColumn<{
  key: string
  project: string
  addon: string
  price: string
  href: string
}>[] = [
  {
    key: 'project',
    label: text.addons.columns.project,
    isRowHeader: true,
    cell: ({ project, href }) => (
      <TextLink href={href}>
        <Name>{project}</Name>
      </TextLink>
    ),
  },
  { key: 'addon', label: text.addons.columns.addon, cell: ({ addon }) => addon },
  { key: 'price', label: text.addons.columns.price, align: 'end', cell: ({ price }) => price },
]

function Current({ screen }: { screen: OrganizationBillingScreen }) {
  const current = useStore(screen.$current)
  const may = useStore(screen.$mayChange)
  const isBusy = useStore(screen.$isBusy)
  return (
    <Section title={text.plan} actions={<TextLink href={screen.usageHref}>{text.usage}</TextLink>}>
      <RemoteContent state={current}>
        {({ name, period, scheduled }) => (
          <div className={styles['current']}>
            <p>
              <b>{name}</b> <span>{period}</span>
            </p>
            {scheduled && (
              <p className={styles['scheduled']}>
                {scheduled.text}
                <ControlButton controlState={may} disabled={isBusy} onClick={screen.keepCurrent}>
                  {scheduled.keepLabel}
                </ControlButton>
              </p>
            )}
          </div>
        )}
      </RemoteContent>
    </Section>
  )
}

function Card({ screen, card }: { screen: OrganizationBillingScreen; card: PlanCard }) {
  const may = useStore(screen.$mayChange)
  const isBusy = useStore(screen.$isBusy)
  return (
    <li className={styles['card']} data-current={card.isCurrent || undefined}>
      <h3>
        {card.name} {card.state !== null && <Badge tone="plain">{card.state}</Badge>}
      </h3>
      <p className={styles['price']}>{card.price}</p>
      <dl>
        {card.limits.map(({ label, value, isExceeded }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value} {isExceeded && <Badge tone="bad">{text.exceeded}</Badge>}
            </dd>
          </div>
        ))}
      </dl>
      {card.change && (
        <ControlButton
          controlState={may}
          disabled={isBusy}
          kind={card.change.isUpgrade ? 'primary' : 'default'}
          onClick={() => screen.choose(card.id)}
        >
          {card.change.label}
        </ControlButton>
      )}
    </li>
  )
}

function Question({ screen }: { screen: OrganizationBillingScreen }) {
  const question = useStore(screen.changing.$state)
  const subject = useLast(question.status === 'open' ? question.subject : null)
  return (
    <Confirm
      question={screen.changing}
      title={({ title }) => title}
      confirmLabel={subject?.title ?? ''}
      kind="primary"
    >
      {subject && <Changes subject={subject} />}
    </Confirm>
  )
}

function Changes({ subject }: { subject: PlanQuestion }) {
  const { begins, changes, losesAddons } = subject
  return (
    <div className={styles['question']}>
      <p>{begins}</p>
      {changes.length === 0 ? (
        <p>{text.sameLimits}</p>
      ) : (
        <table>
          <caption>{text.changes}</caption>
          <thead>
            <tr>
              <th scope="col">{text.limit}</th>
              <th scope="col">{text.now}</th>
              <th scope="col">{text.after}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ key, label, from, to, isExceeded }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{from}</td>
                <td>
                  {to} {isExceeded && <Badge tone="bad">{text.exceeded}</Badge>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {losesAddons !== null && <p>{losesAddons}</p>}
    </div>
  )
}
