import type { ApiKeysScreen, KeyKind, KeyRow } from '@basedeck/core'
import { settingsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Eye, EyeOff } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { useSortHeadings } from '../../elements/use-sort-headings.js'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { Confirm } from '../../elements/confirm.js'
import { CopyButton } from '../../elements/copy-button.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { Name } from '../../elements/name.js'
import { OneTimeDialog } from '../../elements/one-time-dialog.js'
import { Page } from '../../elements/page.js'
import { SecretField } from '../../elements/secret-field.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import styles from './api-keys.module.css'

const text = settingsText.keys
/** Percent: the three lists have the same columns. */
const SHARES = { name: 22, key: 36, created: 13, used: 13, actions: 16 }

export function ApiKeys({ screen }: { screen: ApiKeysScreen }) {
  return (
    <Page title={screen.title} description={text.body} width="list">
      <Gated gate={screen.gate}>
        <Keys screen={screen} kind="publishable" title={text.publishable} body={text.publishableBody} />
        <Keys screen={screen} kind="secret" title={text.secret} body={text.secretBody} />
        <Keys screen={screen} kind="legacy" title={text.legacy} body={text.legacyBody} />
        <NewKey screen={screen} />
        <Rotation screen={screen} />
        <MadeKey screen={screen} />
        <Confirm
          question={screen.deletion}
          title={({ name }) => text.deleteTitle(name)}
          confirmLabel={text.deleteConfirm}
        >
          {text.deleteBody}
        </Confirm>
      </Gated>
    </Page>
  )
}

interface KeysProps {
  screen: ApiKeysScreen
  kind: KeyKind
  title: string
  body: string
}

function Keys({ screen, kind, title, body }: KeysProps) {
  const keys = useStore(screen.keys[kind].$rows)
  const mayCreate = useStore(screen.$mayCreate)
  const mayReveal = useStore(screen.$mayReveal)
  const create = kind !== 'legacy' && (
    <ControlButton controlState={mayCreate} onClick={() => screen.create(kind)}>
      {text.createTitle[kind]}
    </ControlButton>
  )
  const isEmpty = keys.status === 'ready' && keys.data.length === 0
  return (
    <Section
      title={title}
      description={
        <>
          {body} {kind === 'legacy' && (mayReveal.hint ?? text.revealNote)}
        </>
      }
      actions={isEmpty ? undefined : create}
      isFlush
    >
      <DataList
        label={title}
        state={keys}
        columns={useColumns(screen, kind)}
        keyOf={({ id }) => id}
        empty={{ title: text.none[kind], action: create }}
      />
    </Section>
  )
}

function useColumns(screen: ApiKeysScreen, kind: KeyKind): DataListColumn<KeyRow>[] {
  const mayReveal = useStore(screen.$mayReveal)
  const mayDelete = useStore(screen.$mayDelete)
  const mayCreate = useStore(screen.$mayCreate)
  const { columns } = text
  const heading = useSortHeadings(screen.keys[kind].sorting)
  return [
    {
      ...heading('name', columns.name),
      isRowHeader: true,
      share: SHARES.name,
      cell: (row) => (
        <span className={styles['name']}>
          <Name>{row.name}</Name>
          {row.description !== null && <span className={styles['description']}>{row.description}</span>}
          {row.endsAt !== null && (
            <span className={styles['description']}>
              {text.endsAt} <Time at={row.endsAt} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'key',
      label: columns.key,
      share: SHARES.key,
      cell: (row) => (
        <span className={styles['key']}>
          <code title={row.isShown ? row.shown : undefined}>{row.shown}</code>
          {row.canReveal && !mayReveal.disabled && (
            <IconButton
              label={row.isShown ? text.hide(row.name) : text.reveal(row.name)}
              icon={<Icon of={row.isShown ? EyeOff : Eye} size={14} />}
              onClick={() => void screen.toggle(row)}
            />
          )}
          {row.canCopy && (!row.canReveal || !mayReveal.disabled) && (
            <CopyButton label={text.copy(row.name)} onCopy={() => screen.copy(row)} />
          )}
        </span>
      ),
    },
    {
      ...heading('created', columns.created),
      share: SHARES.created,
      cell: ({ insertedAt }) => <Time at={insertedAt} />,
    },
    {
      ...heading('used', columns.used),
      share: SHARES.used,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? text.neverUsed : <Time at={lastUsedAt} />),
    },
    {
      key: 'actions',
      label: columns.actions,
      isHiddenLabel: true,
      align: 'end',
      share: SHARES.actions,
      cell: (row) => (
        <span className={styles['actions']}>
          {row.canRotate && (
            <ControlButton
              kind="ghost"
              aria-label={text.rotateLabel(row.name)}
              controlState={mayCreate}
              onClick={() => screen.rotate(row)}
            >
              {text.rotate}
            </ControlButton>
          )}
          {row.canDelete && (
            <ControlButton
              kind="ghost"
              aria-label={text.deleteLabel(row.name)}
              controlState={mayDelete}
              onClick={() => screen.deletion.ask(row)}
            >
              {text.delete}
            </ControlButton>
          )}
        </span>
      ),
    },
  ]
}

function NewKey({ screen }: { screen: ApiKeysScreen }) {
  const kind = useStore(screen.$creating)
  const last = useLast(kind)
  return (
    <FormDialog
      open={kind !== null}
      title={text.createTitle[last ?? 'publishable']}
      form={screen.form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      onClose={screen.closeCreate}
    >
      <TextField form={screen.form} name="name" label={text.name} hint={text.nameHint} takesFocus />
      <TextField form={screen.form} name="description" label={text.description} isOptional />
    </FormDialog>
  )
}

function Rotation({ screen }: { screen: ApiKeysScreen }) {
  const row = useStore(screen.$rotating)
  const last = useLast(row)
  return (
    <FormDialog
      open={row !== null}
      title={text.rotateTitle(last?.name ?? '')}
      remark={text.rotateBody}
      form={screen.rotation}
      submitLabel={text.rotateSubmit}
      sendingLabel={text.rotateSending}
      onClose={screen.closeRotation}
    >
      <SelectField form={screen.rotation} name="grace_seconds" label={text.grace} choices={screen.graces} />
    </FormDialog>
  )
}

function MadeKey({ screen }: { screen: ApiKeysScreen }) {
  const made = useStore(screen.$made)
  const last = useLast(made)
  return (
    <OneTimeDialog
      open={made !== null}
      title={text.madeTitle(last?.name ?? '')}
      buttons={
        <Button kind="primary" onClick={screen.closeMade}>
          {text.madeDone}
        </Button>
      }
    >
      <SecretField
        label={text.made}
        value={last?.apiKey ?? ''}
        note={text.madeNote}
        onCopy={screen.copyMade}
      />
    </OneTimeDialog>
  )
}
