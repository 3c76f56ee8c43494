/** The role as which one looks at a project and runs queries, and the dialog that chooses it. */
import type { ImpersonationPicker } from '@basedeck/core'
import { impersonationText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChoiceButton } from '../../elements/choice-button.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import { FoundUsers } from './found-users.js'
import styles from './impersonation-dialog.module.css'

/** Opens the dialog; it stands out while another role than the owner is chosen. */
export function RoleButton({ picker }: { picker: ImpersonationPicker }) {
  const { label, isOn } = useStore(picker.$current)
  return (
    <ChoiceButton
      name={text.role}
      value={label}
      aria-haspopup="dialog"
      data-on={isOn}
      onClick={picker.open}
    />
  )
}

export function ImpersonationDialog({ picker }: { picker: ImpersonationPicker }) {
  const { form } = picker
  const open = useStore(picker.$isOpen)
  const fields = useStore(picker.$fields)
  const roles = useStore(picker.$roles)
  const rolesProblem = useStore(picker.$rolesProblem)
  return (
    <FormDialog
      open={open}
      title={picker.title}
      remark={picker.remark}
      form={form}
      submitLabel={text.apply}
      sendingLabel={text.applying}
      onClose={picker.close}
    >
      <RadioCards form={form} name="kind" label={text.kind} choices={picker.kinds} />
      {fields.user && <UserPicker picker={picker} />}
      {fields.external && (
        <>
          <TextField form={form} name="subject" label={text.subject} hint={text.subjectHint} isCode />
          <TextField
            form={form}
            name="extra"
            label={text.extra}
            hint={text.extraHint}
            rows={4}
            isCode
            isOptional
          />
        </>
      )}
      {fields.database && (
        <SelectField
          form={form}
          name="roleName"
          label={text.databaseRole}
          choices={roles}
          hint={rolesProblem ?? undefined}
        />
      )}
      {fields.hook && (
        <TextField form={form} name="hook" label={text.hook} hint={text.hookHint} isCode isOptional />
      )}
    </FormDialog>
  )
}

function UserPicker({ picker }: { picker: ImpersonationPicker }) {
  const { form } = picker
  const { userId } = useStore(form.$values)
  const problem = useStore(form.$problems).userId
  const chosen = useStore(picker.$chosenUser)
  return (
    <div className={styles['pick']}>
      <FoundUsers finder={picker} chosen={userId} onChoose={picker.chooseUser} />
      <p role="status" className={styles['picked']} hidden={chosen === null}>
        <bdi>{chosen}</bdi>
      </p>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  )
}
