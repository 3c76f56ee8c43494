import type { NewOrganizationScreen } from '@basedeck/core'
import { formText, organizationText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Form } from '../../elements/form.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { TextField } from '../../elements/text-field.js'

const text = organizationText.create

export function NewOrganization({ screen }: { screen: NewOrganizationScreen }) {
  return (
    <Page title={screen.title} description={text.body}>
      <Section title={text.nameTitle} isFlush>
        <Form
          form={screen.form}
          submitLabel={text.submit}
          sendingLabel={text.sending}
          buttons={
            <LinkButton href={screen.cancelHref} onClick={screen.form.reset}>
              {formText.cancel}
            </LinkButton>
          }
        >
          <TextField form={screen.form} name="name" label={text.name} hint={text.nameHint} takesFocus />
          <TextField
            form={screen.form}
            name="slug"
            label={text.slug}
            hint={useStore(screen.$address)}
            isOptional
            isCode
          />
        </Form>
      </Section>
    </Page>
  )
}
