/** The dialogs of a bucket: its settings, emptying it, deleting it. */
import type { BucketForm, BucketList } from '@basedeck/core'
import { storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { ConfirmByName } from '../../elements/confirm.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { SelectField } from '../../elements/select-field.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './bucket-dialogs.module.css'

const text = storageText.bucket

export function BucketDialogs({ list }: { list: BucketList }) {
  const open = useStore(list.$form)
  const shown = useLast(open)
  return (
    <>
      {shown && <Settings shown={shown} isOpen={open !== null} />}
      <ConfirmByName
        question={list.emptying}
        title={text.emptyTitle}
        confirmLabel={text.emptyConfirm}
        busyLabel={text.emptying}
      >
        <p>{text.emptyBody}</p>
      </ConfirmByName>
      <ConfirmByName
        question={list.deletion}
        title={text.deleteTitle}
        confirmLabel={text.deleteConfirm}
        busyLabel={text.deleting}
      >
        <p>{text.deleteBody}</p>
        <DeletedPolicies list={list} />
      </ConfirmByName>
    </>
  )
}

/** The policies that go with the bucket. They stay readable while the dialog fades out. */
function DeletedPolicies({ list }: { list: BucketList }) {
  const { status } = useStore(list.deletion.$state)
  const policies = useStore(list.$deletedPolicies)
  const shown = useLast(status === 'open' ? policies : null)
  if (!shown || shown.lead === '') return null
  return (
    <>
      <p>{shown.lead}</p>
      {shown.names.length > 0 && (
        <ul>
          {shown.names.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Settings({ shown, isOpen }: { shown: BucketForm; isOpen: boolean }) {
  const { form, isNew, units } = shown
  const hint = useStore(shown.$limitHint)
  return (
    <FormDialog
      open={isOpen}
      title={shown.title}
      form={form}
      submitLabel={shown.submitLabel}
      sendingLabel={shown.sendingLabel}
      isEdit={!isNew}
      onClose={shown.close}
      onDone={shown.close}
    >
      {isNew && (
        <TextField form={form} name="name" label={text.name} hint={text.nameHint} isCode takesFocus />
      )}
      <SwitchField form={form} name="public" label={text.public} hint={text.publicHint} />
      <div className={styles['limit']}>
        <TextField form={form} name="limit" label={text.limit} hint={hint} inputMode="decimal" isOptional />
        <SelectField form={form} name="unit" label={text.unit} choices={units} />
      </div>
      <TextField form={form} name="types" label={text.types} hint={text.typesHint} isCode isOptional />
    </FormDialog>
  )
}
