/** Which channel one listens to, as whom, and what one wants to hear. */
import type { RealtimeInspectorScreen } from '@basedeck/core'
import { realtimeText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { RoleButton } from '../parts/impersonation-dialog.js'
import styles from './inspector.module.css'

const text = realtimeText.channel
const EVENTS = [
  { value: '*', label: text.allEvents },
  ...(['INSERT', 'UPDATE', 'DELETE'] as const).map((value) => ({ value, label: value })),
] as const

export function ChannelForm({ screen, state }: { screen: RealtimeInspectorScreen; state: ReactNode }) {
  const { channel: form, role } = screen
  const { hearsChanges } = useStore(form.$values)
  const tables = useStore(screen.$tables)
  const changesHint = useStore(screen.$changesHint)
  const hasNoTables = useStore(screen.$hasNoTables)
  return (
    <Section title={text.title} actions={<RoleButton picker={role} />}>
      <form
        noValidate
        aria-label={text.title}
        className={styles['channel']}
        onSubmit={(event) => {
          event.preventDefault()
          if (!screen.$mayJoin.get().disabled) void form.submit()
        }}
      >
        <TextField form={form} name="channel" label={text.name} hint={text.nameHint} isCode />
        <SwitchField form={form} name="isPrivate" label={text.isPrivate} hint={text.privateHint} />
        <SwitchField form={form} name="hearsPresence" label={text.presence} hint={text.presenceHint} />
        <SwitchField form={form} name="hearsChanges" label={text.changes} hint={changesHint} />
        {hearsChanges && (
          <>
            <SelectField
              form={form}
              name="table"
              label={text.table}
              choices={[{ value: '', label: text.allTables }, ...tables]}
              {...(hasNoTables && { hint: text.noTables })}
            />
            <SelectField form={form} name="event" label={text.event} choices={EVENTS} />
            <TextField
              form={form}
              name="filter"
              label={text.filter}
              hint={text.filterHint}
              isCode
              isOptional
            />
          </>
        )}
        {state}
        <Buttons screen={screen} />
      </form>
    </Section>
  )
}

function Buttons({ screen }: { screen: RealtimeInspectorScreen }) {
  const mayJoin = useStore(screen.$mayJoin)
  const { status } = useStore(screen.$state)
  const isJoining = status === 'joining'
  const isOpen = status !== 'idle' && status !== 'refused'
  return (
    <div className={styles['buttons']}>
      {isOpen && <Button onClick={screen.leave}>{text.leave}</Button>}
      <ControlButton
        kind={isOpen ? 'default' : 'primary'}
        type="submit"
        controlState={mayJoin}
        aria-disabled={isJoining}
        isExplained
      >
        {isJoining ? text.joining : isOpen ? text.joinAgain : text.join}
      </ControlButton>
    </div>
  )
}
