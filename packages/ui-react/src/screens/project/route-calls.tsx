/** The routes of the API with the most calls, as a table that is sorted by its headings. */
import type { ReportsScreen, RouteCallsPart, RouteRow } from '@basedeck/core'
import { reportsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import styles from './reports.module.css'

const text = reportsText.routes

export function RouteCalls({ screen }: { screen: ReportsScreen }) {
  const { calls } = screen
  const notes = useStore(calls.$notes)
  return (
    <Section title={text.title} description={text.lead} isFlush>
      {notes.length > 0 && <p className={styles['notes']}>{notes.join(' ')}</p>}
      <DataList
        label={text.title}
        state={useStore(calls.routes.$rows)}
        columns={useColumns(calls, screen.amountText)}
        keyOf={({ key }) => key}
        empty={{ title: text.none }}
      />
    </Section>
  )
}

function useColumns(
  { routes }: RouteCallsPart,
  amountText: ReportsScreen['amountText'],
): DataListColumn<RouteRow>[] {
  const heading = useSortHeadings(routes.sorting)
  const { columns } = text
  const number = (name: 'calls' | 'refused' | 'failed'): DataListColumn<RouteRow> => ({
    ...heading(name, columns[name]),
    isNarrow: true,
    align: 'end',
    cell: (row) => amountText('count', row[name]),
  })
  return [
    {
      ...heading('route', columns.route),
      isRowHeader: true,
      cell: ({ route, href }) => <TextLink href={href}>{route}</TextLink>,
    },
    { ...heading('service', columns.service), isNarrow: true, cell: ({ service }) => service },
    number('calls'),
    { key: 'growth', label: columns.growth, cell: ({ growth }) => growth },
    number('refused'),
    number('failed'),
    {
      ...heading('p95', columns.p95),
      isNarrow: true,
      align: 'end',
      cell: ({ p95Ms }) => amountText('ms', p95Ms),
    },
  ]
}
