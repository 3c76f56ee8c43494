import type { SecretRow, VaultScreen } from '@basedeck/core'
import { vaultText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Eye, EyeOff } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Name } from '../../elements/name.js'
import { Page } from '../../elements/page.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Gated } from '../parts/gated.js'
import styles from './vault.module.css'

export function Vault({ screen }: { screen: VaultScreen }) {
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <Secrets screen={screen} />
        <NewSecret screen={screen} />
        <EditSecret screen={screen} />
        <PasteSecrets screen={screen} />
        <Confirm
          question={screen.deletion}
          title={({ name }) => text.deleteTitle(name)}
          confirmLabel={text.delete}
        >
          {text.deleteBody}
        </Confirm>
      </Gated>
    </Page>
  )
}

function Secrets({ screen }: { screen: VaultScreen }) {
  const isEmpty = useStore(screen.$isEmpty)
  const mayCreate = useStore(screen.$mayCreate)
  const keptIn = useStore(screen.$keptIn)
  const search = useStore(screen.$search)
  const actions = (
    <span className={styles['buttons']}>
      <ControlButton controlState={mayCreate} onClick={screen.paste.open}>
        {text.paste}
      </ControlButton>
      <ControlButton kind="primary" controlState={mayCreate} onClick={screen.add}>
        {text.add}
      </ControlButton>
    </span>
  )
  return (
    <Section
      title={text.secrets}
      {...(keptIn === null ? {} : { description: keptIn })}
      actions={isEmpty ? undefined : actions}
      isFlush
    >
      {!isEmpty && (
        <div className={styles['search']}>
          <SearchField label={text.search} value={search} onChange={screen.search} />
        </div>
      )}
      <DataList
        label={text.secrets}
        state={useStore(screen.secrets.$rows)}
        columns={useColumns(screen)}
        keyOf={({ id }) => id}
        empty={
          isEmpty ? { title: text.none, body: text.noneBody, action: actions } : { title: text.noneFound }
        }
      />
    </Section>
  )
}

function useColumns(screen: VaultScreen): DataListColumn<SecretRow>[] {
  const mayReveal = useStore(screen.$mayReveal)
  const mayUpdate = useStore(screen.$mayUpdate)
  const mayDelete = useStore(screen.$mayDelete)
  const heading = useSortHeadings(screen.secrets.sorting)
  const { columns } = text
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name, description }) => (
        <span className={styles['name']}>
          <Name>{name === '' ? text.unnamed : name}</Name>
          {description !== '' && <small>{description}</small>}
        </span>
      ),
    },
    {
      key: 'value',
      label: columns.value,
      cell: (row) => (
        <span className={styles['value']}>
          <code title={row.isShown ? row.shown : undefined}>{row.shown}</code>
          {!mayReveal.disabled && (
            <>
              <IconButton
                label={row.isShown ? text.hide(row.name) : text.reveal(row.name)}
                icon={<Icon of={row.isShown ? EyeOff : Eye} size={14} />}
                onClick={() => void screen.toggle(row)}
              />
              <CopyButton label={text.copy(row.name)} onCopy={() => screen.copy(row)} />
            </>
          )}
        </span>
      ),
    },
    { ...heading('made', columns.made), cell: ({ madeAt, madeBy }) => <Moment at={madeAt} by={madeBy} /> },
    {
      ...heading('changed', columns.changed),
      cell: ({ changedAt, changedBy }) => <Moment at={changedAt} by={changedBy} />,
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      cell: (row) => (
        <span className={styles['actions']}>
          <ControlButton
            kind="ghost"
            aria-label={text.editNamed(row.name)}
            controlState={mayUpdate}
            onClick={() => screen.edit(row)}
          >
            {text.edit}
          </ControlButton>
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

function Moment({ at, by }: { at: string; by: string | null }) {
  return (
    <span className={styles['name']}>
      <Time at={at} />
      {by !== null && <small>{text.by(by)}</small>}
    </span>
  )
}

function NewSecret({ screen }: { screen: VaultScreen }) {
  const { addition: form } = screen
  return (
    <FormDialog
      open={useStore(screen.$isAdding)}
      title={text.addTitle}
      form={form}
      submitLabel={text.addSubmit}
      sendingLabel={text.adding}
      isSecret
      onClose={screen.closeAdd}
    >
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} isCode takesFocus />
      <TextField form={form} name="value" label={text.value} hint={text.valueHint} isCode rows={3} />
      <TextField form={form} name="description" label={text.description} isOptional />
    </FormDialog>
  )
}

function EditSecret({ screen }: { screen: VaultScreen }) {
  const { edition: form } = screen
  const row = useStore(screen.$editing)
  const last = useLast(row)
  return (
    <FormDialog
      open={row !== null}
      title={text.editTitle(last?.name ?? '')}
      remark={text.editBody}
      form={form}
      submitLabel={text.editSubmit}
      sendingLabel={text.editing}
      isSecret
      onClose={screen.closeEdit}
    >
      <TextField form={form} name="name" label={text.name} hint={text.nameHint} isCode takesFocus />
      <TextField
        form={form}
        name="value"
        label={text.value}
        hint={text.newValueHint}
        isCode
        rows={3}
        isOptional
      />
      <TextField form={form} name="description" label={text.description} isOptional />
    </FormDialog>
  )
}

function PasteSecrets({ screen: { paste } }: { screen: VaultScreen }) {
  const { note, problems } = useStore(paste.$found)
  return (
    <FormDialog
      open={useStore(paste.$isOpen)}
      title={text.pasteTitle}
      remark={text.pasteBody}
      form={paste.form}
      submitLabel={text.pasteSubmit}
      sendingLabel={text.adding}
      isSecret
      onClose={paste.close}
    >
      <TextField form={paste.form} name="text" label={text.pasteLabel} isCode rows={10} takesFocus />
      <div role="status" className={styles['found']}>
        <p>{note}</p>
        {problems.length > 0 && (
          <>
            <p>{text.pasteSkipped}</p>
            <ul>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </FormDialog>
  )
}
