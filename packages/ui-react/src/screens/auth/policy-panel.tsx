/** The panel of a policy, and the questions about policies. */
import type { PoliciesScreen, PolicyPanel } from '@basedeck/core'
import { POLICY_COMMANDS } from '@basedeck/core/rules'
import { policiesText, structureText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../../bind/use-last.js'
import { Button } from '../../elements/button.js'
import { FieldNotes } from '../../elements/field.js'
import { Form } from '../../elements/form.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { SelectField } from '../../elements/select-field.js'
import { SidePanel } from '../../elements/side-panel.js'
import { TextField } from '../../elements/text-field.js'
import { ChangeQuestion } from '../structure/change-question.js'
import { ChangeSql } from '../structure/change-sql.js'
import { ExpressionField } from './expression-field.js'
import { DiscardQuestion } from '../parts/change-side.js'
import styles from './policies.module.css'

const text = policiesText.panel
const COMMANDS = POLICY_COMMANDS.map((value) => ({ value, label: policiesText.commands[value] }))
const KINDS = (['permissive', 'restrictive'] as const).map((value) => ({
  value,
  ...policiesText.kinds[value],
}))

export function OpenedPolicy({ screen }: { screen: PoliciesScreen }) {
  const open = useStore(screen.$open)
  const panel = open?.kind === 'panel' ? open.panel : null
  const lastPanel = useLast(panel)
  const dialog = open?.kind === 'dialog' ? open.dialog : null
  const lastDialog = useLast(dialog)
  return (
    <>
      <SidePanel
        open={panel !== null}
        title={lastPanel?.title ?? ''}
        closeLabel={structureText.close}
        isWide
        isFlush
        onClose={() => panel?.leave()}
      >
        {lastPanel && <PolicyForm panel={lastPanel} />}
      </SidePanel>
      {panel && <DiscardQuestion panel={panel} />}
      {lastDialog && <ChangeQuestion dialog={lastDialog} isOpen={dialog !== null} />}
    </>
  )
}

function PolicyForm({ panel }: { panel: PolicyPanel }) {
  const { form } = panel
  const parts = useStore(panel.$parts)
  const note = useStore(panel.$note)
  return (
    <Form
      form={form}
      submitLabel={panel.submitLabel}
      sendingLabel={panel.sendingLabel}
      label={panel.title}
      buttons={<Button onClick={panel.leave}>{structureText.cancel}</Button>}
      onDone={panel.close}
    >
      {panel.templates && <Templates panel={panel} templates={panel.templates} />}
      <TextField form={form} name="name" label={text.name} takesFocus />
      <SelectField form={form} name="command" label={text.command} choices={COMMANDS} />
      <RadioCards form={form} name="kind" label={text.kind} choices={KINDS} />
      <Roles panel={panel} />
      {parts.using && (
        <ExpressionField
          form={form}
          name="using"
          label={policiesText.using}
          hint={text.usingHint}
          help={panel.help}
        />
      )}
      {parts.check && (
        <ExpressionField
          form={form}
          name="check"
          label={policiesText.check}
          hint={parts.using ? text.checkHint : text.checkOnlyHint}
          isOptional={parts.using}
          help={panel.help}
        />
      )}
      {note !== null && <p className={styles['quiet']}>{note}</p>}
      <ChangeSql statements={useStore(panel.$statements)} onCopy={panel.copySql} />
    </Form>
  )
}

/** A template fills in the other fields. */
function Templates({
  panel,
  templates,
}: {
  panel: PolicyPanel
  templates: NonNullable<PolicyPanel['templates']>
}) {
  const form = { ...panel.form, set: (_field: string, value: unknown) => panel.choose(value as never) }
  return <SelectField form={form} name="template" label={text.template} choices={templates} />
}

function Roles({ panel }: { panel: PolicyPanel }) {
  const { roles } = useStore(panel.form.$values)
  const problem = useStore(panel.$rolesProblem)
  return (
    <fieldset className={styles['roles']} aria-describedby="policy-roles-hint">
      <legend className={styles['legend']}>{text.roles}</legend>
      <div className={styles['choices']}>
        {useStore(panel.$roles).map((name) => (
          <label key={name} className={styles['choice']}>
            <input
              type="checkbox"
              name="roles"
              checked={roles.includes(name)}
              onChange={() => panel.toggleRole(name)}
            />
            <code>{name}</code>
          </label>
        ))}
      </div>
      <FieldNotes id="policy-roles" hint={text.rolesHint} problem={problem ?? undefined} />
    </fieldset>
  )
}
