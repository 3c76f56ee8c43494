/** The functions of a project. */
import type { FunctionListScreen, FunctionRow } from '@basedeck/core'
import { functionsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { ConfirmByName } from '../../elements/confirm.js'
import { CopyTextButton } from '../../elements/copy-text-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Gated } from '../parts/gated.js'
import styles from './functions.module.css'

const text = functionsText.list

export function FunctionList({ screen }: { screen: FunctionListScreen }) {
  const mayChange = useStore(screen.$mayChange)
  const create = (label: string) => (
    <LinkButton kind="primary" href={screen.newHref} controlState={mayChange}>
      {label}
    </LinkButton>
  )
  const columns = useColumns(screen)
  return (
    <Page title={screen.title} description={functionsText.lead} width="list" actions={create(text.create)}>
      <Gated gate={screen.gate}>
        <Notice screen={screen} />
        <Section title={text.title} isFlush>
          <DataList
            label={text.title}
            state={useStore(screen.functions.$rows)}
            columns={columns}
            keyOf={({ slug }) => slug}
            empty={{ title: text.none, body: text.noneBody, action: create(text.createFirst) }}
          />
        </Section>
        <ConfirmByName
          question={screen.deletion}
          title={text.deleteTitle}
          confirmLabel={text.deleteConfirm}
          busyLabel={text.deleting}
        >
          {text.deleteBody}
        </ConfirmByName>
      </Gated>
    </Page>
  )
}

function Notice({ screen }: { screen: FunctionListScreen }) {
  const notice = useStore(screen.$notice)
  if (notice === null) return null
  const { title, sentences, command, isBlocking } = notice
  return (
    <div role="status" className={styles['notice']} data-blocking={isBlocking}>
      <strong>{title}</strong>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {command !== null && (
        <p className={styles['command']}>
          {text.command} <code>{command}</code>
          <CopyTextButton label={text.copyCommand} onCopy={() => screen.copy(command)} />
        </p>
      )}
    </div>
  )
}

function useColumns(screen: FunctionListScreen): readonly DataListColumn<FunctionRow>[] {
  const heading = useSortHeadings(screen.functions.sorting)
  const { columns } = text
  const ms = (value: number | null) => (value === null ? text.noCalls : text.took(value))
  const count = (value: number | null) => (value === null ? text.noCalls : value)
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, slug, href }) => (
        <span className={styles['name']}>
          <TextLink href={href}>{name}</TextLink>
          {name !== slug && <code>{slug}</code>}
        </span>
      ),
    },
    {
      key: 'token',
      label: columns.token,
      isNarrow: true,
      cell: ({ needsToken }) => (
        <Badge tone={needsToken ? 'quiet' : 'accent'}>{needsToken ? text.needsToken : text.open}</Badge>
      ),
    },
    {
      ...heading('version', columns.version),
      isNarrow: true,
      align: 'end',
      cell: ({ version }) => version,
    },
    { ...heading('calls', columns.calls), isNarrow: true, align: 'end', cell: ({ calls }) => count(calls) },
    {
      ...heading('errors', columns.errors),
      isNarrow: true,
      align: 'end',
      cell: ({ errors }) => (errors ? <Badge tone="bad">{errors}</Badge> : count(errors)),
    },
    { ...heading('p50', columns.p50), isNarrow: true, align: 'end', cell: ({ p50 }) => ms(p50) },
    { ...heading('p95', columns.p95), isNarrow: true, align: 'end', cell: ({ p95 }) => ms(p95) },
    {
      ...heading('updated', columns.updated),
      isNarrow: true,
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: (row) => <RowMenuButton label={text.actionsOf(row.name)} actions={() => screen.actions(row)} />,
    },
  ]
}
