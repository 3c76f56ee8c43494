/** The reports that people made, on the page of the built-in ones. */
import type { ListedReport, OwnReportsList } from '@basedeck/core'
import { exactTime, ownReportsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { TextLink } from '../../elements/text-link.js'

export function OwnReports({ own }: { own: OwnReportsList }) {
  const mayCreate = useStore(own.$mayCreate)
  const create = (label: string) => (
    <Button disabled={mayCreate.disabled} title={mayCreate.hint} onClick={own.create}>
      {label}
    </Button>
  )
  return (
    <Section title={text.list} isFlush actions={create(text.new)}>
      <DataList
        label={text.list}
        state={useStore(own.$list)}
        columns={columnsOf(own)}
        keyOf={({ id }) => id}
        empty={{ title: text.listNone, body: text.listNoneBody, action: create(text.newFirst) }}
      />
      <FormDialog
        open={useStore(own.$renamed) !== null}
        title={text.renameTitle}
        form={own.renaming}
        label={text.renameTitle}
        submitLabel={text.rename}
        sendingLabel={text.renaming}
        onClose={own.closeRename}
      >
        <TextField form={own.renaming} name="name" label={text.name} takesFocus />
      </FormDialog>
    </Section>
  )
}

function columnsOf(own: OwnReportsList): readonly DataListColumn<ListedReport>[] {
  return [
    {
      key: 'name',
      label: text.name,
      isRowHeader: true,
      cell: ({ name, href }) => <TextLink href={href}>{name}</TextLink>,
    },
    {
      key: 'seen',
      label: text.seenBy,
      isNarrow: true,
      cell: ({ isShared }) => (isShared ? text.seenByMembers : text.seenByYou),
    },
    { key: 'owner', label: text.owner, cell: ({ owner }) => owner },
    {
      key: 'changed',
      label: text.changed,
      isNarrow: true,
      cell: ({ changedAt }) => <time dateTime={changedAt}>{exactTime(Date.parse(changedAt))}</time>,
    },
    {
      key: 'actions',
      label: text.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: ({ id, name }) => (
        <RowMenuButton label={text.actionsOf(name)} actions={() => own.actionsOf(id)} />
      ),
    },
  ]
}
