/** The secrets that functions read from their environment. */
import type { FunctionSecretsScreen } from '@basedeck/core'
import { functionsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { DataList } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Gated } from '../parts/gated.js'
import styles from './functions.module.css'

const text = functionsText.secrets

export function FunctionSecrets({ screen }: { screen: FunctionSecretsScreen }) {
  const columns = useColumns(screen)
  const refusal = useStore(screen.$refusal)
  const rows = useStore(screen.secrets.$rows)
  const mayChange = useStore(screen.$mayChange)
  const add = (label: string) => (
    <ControlButton kind="primary" controlState={mayChange} onClick={screen.add}>
      {label}
    </ControlButton>
  )
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <Section title={text.title} actions={add(text.add)} isFlush>
          {refusal === null ? (
            <DataList
              label={text.title}
              state={rows}
              columns={columns}
              keyOf={({ name }) => name}
              empty={{ title: text.none, body: text.noneBody, action: add(text.addFirst) }}
            />
          ) : (
            <EmptyState title={text.hidden} body={refusal} />
          )}
        </Section>
        <Addition screen={screen} />
        <Confirm question={screen.deletion} title={text.deleteTitle} confirmLabel={text.deleteConfirm}>
          {text.deleteBody}
        </Confirm>
      </Gated>
    </Page>
  )
}

function useColumns(screen: FunctionSecretsScreen) {
  const heading = useSortHeadings(screen.secrets.sorting)
  const { columns } = text
  type Secret = Parameters<FunctionSecretsScreen['actions']>[0]
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      cell: ({ name }: Secret) => <code>{name}</code>,
    },
    {
      key: 'digest',
      label: columns.digest,
      cell: ({ value }: Secret) => <code className={styles['digest']}>{value}</code>,
    },
    {
      ...heading('changed', columns.changed),
      isNarrow: true,
      cell: ({ updated_at }: Secret) => <Time at={updated_at} />,
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end' as const,
      cell: (secret: Secret) => (
        <RowMenuButton label={text.actionsOf(secret.name)} actions={() => screen.actions(secret)} />
      ),
    },
  ]
}

function Addition({ screen }: { screen: FunctionSecretsScreen }) {
  const { note, problems } = useStore(screen.$found)
  return (
    <FormDialog
      open={useStore(screen.$isAdding)}
      title={text.addTitle}
      form={screen.addition}
      submitLabel={text.save}
      sendingLabel={text.saving}
      isSecret
      onClose={screen.closeAdd}
    >
      <TextField
        form={screen.addition}
        name="text"
        label={text.text}
        hint={text.textHint}
        rows={8}
        isCode
        takesFocus
      />
      <div role="status">
        <p>{note}</p>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </FormDialog>
  )
}
