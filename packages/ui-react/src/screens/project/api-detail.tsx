/** A table or function of the documentation: its columns or arguments, its calls, and a read that is sent. */
import type { ApiDetailView, ApiDocsScreen, ApiField } from '@basedeck/core'
import { typeLabel } from '@basedeck/core/rules/pages'
import { apiDocsText as text, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Name } from '../../elements/name.js'
import { Scroller } from '../../elements/scroller.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { Tabs } from '../../elements/tabs.js'
import { ApiAttempt } from './api-attempt.js'
import styles from './api-docs.module.css'

/** Percent. */
const SHARES = { name: 26, type: 24 }

export function ApiDetail({ screen }: { screen: ApiDocsScreen }) {
  const detail = useStore(screen.$detail)
  return (
    <div className={styles['detail']}>{detail !== null && <Shown screen={screen} detail={detail} />}</div>
  )
}

type Detail = NonNullable<ReturnType<ApiDocsScreen['$detail']['get']>>

function Shown({ screen, detail }: { screen: ApiDocsScreen; detail: Detail }) {
  if (detail.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (detail.status === 'failed')
    return <LoadFailure title={text.failed} message={detail.error.message} onRetry={detail.retry} />
  if (detail.data === 'gone') return <p>{text.gone}</p>
  const shown = detail.data
  return (
    <>
      <Section
        title={<Name>{shown.name}</Name>}
        description={
          [shown.comment, shown.returns].filter((words) => words !== null).join(' · ') || undefined
        }
        actions={<Badge>{shown.kind}</Badge>}
        isFlush
      >
        <Fields shown={shown} />
      </Section>
      <Calls screen={screen} shown={shown} />
      {!shown.isFunction && <ApiAttempt attempt={screen.attempt} user={screen.user} name={shown.name} />}
    </>
  )
}

function Fields({ shown: { fields, isFunction } }: { shown: ApiDetailView }) {
  return (
    <DataList
      label={isFunction ? text.arguments.title : text.columnsTitle}
      state={{ status: 'ready', data: fields }}
      columns={fieldColumns(isFunction ? text.arguments : text.columns)}
      keyOf={({ name }) => name}
      empty={{ title: isFunction ? text.arguments.none : text.noColumns }}
    />
  )
}

function fieldColumns(labels: Record<'name' | 'type' | 'about', string>): DataListColumn<ApiField>[] {
  return [
    {
      key: 'name',
      label: labels.name,
      isRowHeader: true,
      share: SHARES.name,
      cell: ({ name }) => <Name>{name}</Name>,
    },
    {
      key: 'type',
      label: labels.type,
      share: SHARES.type,
      cell: ({ type }) => <code title={type}>{typeLabel(type)}</code>,
    },
    { key: 'about', label: labels.about, cell: (field) => <About field={field} /> },
  ]
}

function About({ field: { facts, comment } }: { field: ApiField }) {
  return (
    <span className={styles['about']}>
      {comment !== null && <span>{comment}</span>}
      <small>{facts.join(', ')}</small>
    </span>
  )
}

function Calls({ screen, shown }: { screen: ApiDocsScreen; shown: ApiDetailView }) {
  const way = useStore(screen.$way)
  return (
    <Section title={text.callsTitle} isFlush>
      {shown.noCalls !== null ? (
        <p className={styles['pad']}>{shown.noCalls}</p>
      ) : (
        <Tabs
          label={text.way}
          tabs={screen.ways.map(({ value, label }) => ({ key: value, label }))}
          active={way}
          onOpen={(key) => screen.chooseWay(key as typeof way)}
        >
          <div className={styles['calls']}>
            {shown.calls.map(({ key, title, code, copyLabel }) => (
              <section key={key} aria-label={title} className={styles['call']}>
                <header className={styles['callHead']}>
                  <h3>{title}</h3>
                  <CopyTextButton label={copyLabel} onCopy={() => screen.copy(code)} />
                </header>
                <Scroller aria-label={title} className={styles['code']}>
                  <pre>{code}</pre>
                </Scroller>
              </section>
            ))}
          </div>
        </Tabs>
      )}
    </Section>
  )
}
