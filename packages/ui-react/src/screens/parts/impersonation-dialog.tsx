/** The role as which one looks at a project and runs queries, and the dialog that chooses it. */
import type { ImpersonationPicker, UserChoices } from '@basedeck/core'
import { errorText, impersonationText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { ChoiceButton } from '../../elements/choice-button.js'
import { classNames } from '../../elements/class-names.js'
import { Combobox, ComboboxList, ComboboxOption } from '../../elements/combobox.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Icon } from '../../elements/icon.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { SelectField } from '../../elements/select-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextField } from '../../elements/text-field.js'
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
  const search = useStore(picker.$search)
  const users = useStore(picker.$users)
  const { userId } = useStore(form.$values)
  const problem = useStore(form.$problems).userId
  const chosen = useStore(picker.$chosenUser)
  return (
    <div className={styles['pick']}>
      <div className={styles['users']}>
        <Combobox
          label={text.findUser}
          words={search}
          start={userId === '' ? null : userId}
          highlightsFirst={false}
          onType={picker.search}
          onTake={picker.chooseUser}
        >
          <Users users={users} chosen={userId} />
        </Combobox>
      </div>
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

interface UsersProps {
  users: UserChoices
  chosen: string
}

function Users({ users, chosen }: UsersProps) {
  switch (users.status) {
    case 'loading':
      return <Skeleton label={text.users} />
    case 'failed':
      return (
        <div role="alert" className={styles['quiet']}>
          <p>
            {users.title}: {users.detail}
          </p>
          <Button onClick={users.retry}>{errorText.retry}</Button>
        </div>
      )
    case 'empty':
      return <p className={styles['quiet']}>{users.title}</p>
    case 'ready':
      return (
        <ComboboxList label={text.users} className={styles['choices']}>
          {users.users.map(({ id, label, detail }) => (
            <ComboboxOption
              key={id}
              value={id}
              className={classNames(styles['user'], id === chosen && styles['chosen'])}
            >
              <bdi>{label}</bdi>
              <small>{detail}</small>
              {id === chosen && <Icon of={Check} size={14} />}
            </ComboboxOption>
          ))}
        </ComboboxList>
      )
  }
}
