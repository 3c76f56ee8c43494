import type { NewTicketScreen } from '@basedeck/core'
import { supportText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../../bind/deck-context.js'
import { Button } from '../../elements/button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Form } from '../../elements/form.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'

const text = supportText

export function NewTicket({ screen }: { screen: NewTicketScreen }) {
  const { shell } = useDeck()
  const sent = useStore(screen.$sent)
  const homeHref = useStore(shell.$homeHref)
  const organizations = useStore(screen.$organizations)
  const { form } = screen
  if (sent) {
    return (
      <Page title={screen.title}>
        <output>
          <EmptyState title={text.sentTitle(sent.id)} body={sent.destination}>
            <Button onClick={screen.another}>{text.another}</Button>
            <LinkButton href={homeHref} kind="primary">
              {text.back}
            </LinkButton>
          </EmptyState>
        </output>
      </Page>
    )
  }
  return (
    <Page title={screen.title} description={text.body}>
      <Section title={text.formTitle} isFlush>
        <Form form={form} submitLabel={text.submit} sendingLabel={text.sending}>
          <SelectField form={form} name="category" label={text.category} choices={screen.categories} />
          <SelectField
            form={form}
            name="organization_slug"
            label={text.organization}
            choices={organizations}
            isOptional
          />
          <TextField
            form={form}
            name="project_ref"
            label={text.project}
            hint={text.projectHint}
            isCode
            isOptional
          />
          <TextField form={form} name="subject" label={text.subject} takesFocus />
          <TextField form={form} name="message" label={text.message} hint={text.messageHint} rows={8} />
          <TextField
            form={form}
            name="error"
            label={text.error}
            hint={text.errorHint}
            rows={3}
            isCode
            isOptional
          />
        </Form>
      </Section>
    </Page>
  )
}
