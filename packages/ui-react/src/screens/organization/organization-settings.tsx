import type { OrganizationSettingsScreen } from '@basedeck/core'
import { organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ControlButton } from '../../elements/control-button.js'
import { ConfirmByName } from '../../elements/confirm.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { Form } from '../../elements/form.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { SecretField } from '../../elements/secret-field.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'

const text = organizationText.settings

export function OrganizationSettings({ screen }: { screen: OrganizationSettingsScreen }) {
  const organization = useStore(screen.$organization)
  const mayDelete = useStore(screen.$mayDelete)
  const offersDelete = useStore(screen.$offersDelete)
  return (
    <Page title={screen.title} width="list">
      <RemoteContent state={organization}>
        {() => (
          <>
            <General screen={screen} />
            {offersDelete && (
              <Section
                title={text.deleteTitle}
                description={text.deleteBody}
                tone="danger"
                footer={
                  <ControlButton
                    isExplained
                    kind="danger"
                    controlState={mayDelete}
                    onClick={screen.askDelete}
                  >
                    {text.delete}
                  </ControlButton>
                }
              />
            )}
          </>
        )}
      </RemoteContent>
      <ConfirmByName
        question={screen.deletion}
        title={text.deleteQuestion}
        confirmLabel={text.delete}
        busyLabel={text.deleting}
      >
        <p>{text.deleteWarning}</p>
      </ConfirmByName>
    </Page>
  )
}

function General({ screen }: { screen: OrganizationSettingsScreen }) {
  const { disabled, hint } = useStore(screen.$mayUpdate)
  const { form } = screen.edit
  return (
    <Section title={text.general} isFlush>
      <Form form={form} submitLabel={text.save} sendingLabel={text.saving} isEdit note={hint}>
        <TextField form={form} name="name" label={text.name} disabled={disabled} />
        <SecretField label={text.slug} value={screen.slug} note={text.slugHint} onCopy={screen.copySlug} />
        <TextField
          form={form}
          name="billing_email"
          type="email"
          label={text.billingEmail}
          hint={text.billingEmailHint}
          disabled={disabled}
          isOptional
        />
        <ConflictChoice edit={screen.edit} labels={{ name: text.name, billing_email: text.billingEmail }} />
      </Form>
    </Section>
  )
}
