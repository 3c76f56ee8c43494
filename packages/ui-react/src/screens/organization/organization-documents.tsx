import type { DocumentRow, OrganizationDocumentsScreen } from '@basedeck/core'
import { documentsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import fieldStyles from '../../elements/field.module.css'
import { FormDialog } from '../../elements/form-dialog.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import styles from './organization-documents.module.css'

export function OrganizationDocuments({ screen }: { screen: OrganizationDocumentsScreen }) {
  const rows = useStore(screen.documents.$rows)
  const upload = (
    <ControlButton kind="primary" controlState={useStore(screen.$mayUpload)} onClick={screen.upload}>
      {text.upload}
    </ControlButton>
  )
  const isEmpty = rows.status === 'ready' && rows.data.length === 0
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Section title={text.list} actions={isEmpty ? undefined : upload} isFlush>
        <DataList
          label={text.list}
          state={rows}
          columns={useColumns(screen)}
          keyOf={({ id }) => id}
          empty={{ title: text.none, body: text.noneBody, action: upload }}
        />
      </Section>
      <Upload screen={screen} />
      <Confirm
        question={screen.deletion}
        title={({ name }) => text.deleteTitle(name)}
        confirmLabel={text.delete}
      >
        {text.deleteBody}
      </Confirm>
    </Page>
  )
}

function useColumns(screen: OrganizationDocumentsScreen): DataListColumn<DocumentRow>[] {
  const heading = useSortHeadings(screen.documents.sorting)
  const mayDelete = useStore(screen.$mayDelete)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, description }) => (
        <span className={styles['name']}>
          <Name>{name}</Name>
          {description !== '' && <small>{description}</small>}
        </span>
      ),
    },
    { ...heading('type', columns.type), cell: ({ typeLabel }) => typeLabel },
    { ...heading('size', columns.size), align: 'end', isNarrow: true, cell: ({ sizeLabel }) => sizeLabel },
    {
      ...heading('added', columns.added),
      cell: ({ inserted_at, made_by }) => (
        <span className={styles['name']}>
          <Time at={inserted_at} />
          {made_by !== null && <small>{text.by(made_by)}</small>}
        </span>
      ),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <span className={styles['actions']}>
          <Button kind="ghost" aria-label={text.downloadNamed(row.name)} onClick={() => screen.download(row)}>
            {text.download}
          </Button>
          <ControlButton
            kind="ghost"
            aria-label={text.deleteNamed(row.name)}
            controlState={mayDelete}
            onClick={() => screen.deletion.ask(row)}
          >
            {text.delete}
          </ControlButton>
        </span>
      ),
    },
  ]
}

function Upload({ screen }: { screen: OrganizationDocumentsScreen }) {
  const { form } = screen
  return (
    <FormDialog
      open={useStore(screen.$isUploading)}
      title={text.uploadTitle}
      form={form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      onClose={screen.closeUpload}
    >
      <FileChoice screen={screen} />
      <TextField form={form} name="name" label={text.name} />
      <TextField form={form} name="description" label={text.description} isOptional />
    </FormDialog>
  )
}

function FileChoice({ screen }: { screen: OrganizationDocumentsScreen }) {
  const id = useId()
  const file = useStore(screen.$file)
  const problem = useStore(screen.$problem)
  return (
    <div className={fieldStyles['field']} role="group" aria-labelledby={id}>
      <span id={id} className={fieldStyles['label']}>
        {text.file}
      </span>
      <div className={styles['file']}>
        <Button onClick={() => void screen.choose()} aria-describedby={`${id}-note`}>
          {file === null ? text.choose : text.another}
        </Button>
        <span>{file ?? text.noFile}</span>
      </div>
      <p id={`${id}-note`} role="status" className={styles[problem === null ? 'hint' : 'problem']}>
        {problem ?? text.bound}
      </p>
    </div>
  )
}
