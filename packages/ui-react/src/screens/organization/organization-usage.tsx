import type { OrganizationUsageScreen, UsageRow } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'

const text = organizationText.usage

const COLUMNS: DataListColumn<UsageRow>[] = [
  {
    key: 'metric',
    label: text.columns.metric,
    isRowHeader: true,
    cell: ({ label, isOver }) => (
      <>
        {label} {isOver && <Badge tone="bad">{text.over}</Badge>}
      </>
    ),
  },
  { key: 'used', label: text.columns.used, align: 'end', cell: ({ used }) => used },
  { key: 'included', label: text.columns.included, align: 'end', cell: ({ included }) => included },
]

export function OrganizationUsage({ screen }: { screen: OrganizationUsageScreen }) {
  const rows = useStore(screen.$rows)
  const isExceeding = useStore(screen.$isExceeding)
  return (
    <Page title={screen.title} description={text.body} width="wide">
      <Section
        title={isExceeding ? text.exceedingTitle : text.list}
        description={
          screen.projectRef === null ? (
            isExceeding && text.exceedingBody
          ) : (
            <>
              {text.ofProject(screen.projectRef)} <TextLink href={screen.allHref}>{text.ofAll}</TextLink>
            </>
          )
        }
        isFlush
      >
        <DataList
          label={text.list}
          state={rows}
          keyOf={({ metric }) => metric}
          empty={{ title: text.none, body: text.noneBody }}
          columns={COLUMNS}
        />
      </Section>
    </Page>
  )
}
