import type { NewProjectScreen } from '@basedeck/core'
import { formText, newProjectText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { KeyRound } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { CopyButton } from '../../elements/copy-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { Form } from '../../elements/form.js'
import { Icon } from '../../elements/icon.js'
import { LinkButton } from '../../elements/link-button.js'
import { Page } from '../../elements/page.js'
import { RadioCards } from '../../elements/radio-cards.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { Tabs } from '../../elements/tabs.js'
import { TextField } from '../../elements/text-field.js'
import { ExistingDatabase } from './existing-database.js'

const text = newProjectText

export function NewProject({ screen }: { screen: NewProjectScreen }) {
  const organization = useStore(screen.$organization)
  const way = useStore(screen.$way)
  const create = useStore(screen.$create)
  if (create.hint !== undefined) {
    return (
      <Page title={screen.title}>
        <EmptyState title={create.hint}>
          <LinkButton href={screen.cancelHref}>{text.backToProjects}</LinkButton>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={screen.title} description={text.body(organization)}>
      <Section title={text.way} description={text.wayBodies[way]} isFlush>
        <Tabs
          label={text.way}
          tabs={[
            { key: 'new', label: text.ways.new },
            { key: 'existing', label: text.ways.existing },
          ]}
          active={way}
          onOpen={(key) => screen.choose(key === 'existing' ? 'existing' : 'new')}
        >
          {way === 'new' ? <NewDatabase screen={screen} /> : <ExistingDatabase screen={screen} />}
        </Tabs>
      </Section>
    </Page>
  )
}

function NewDatabase({ screen }: { screen: NewProjectScreen }) {
  const { form } = screen
  const engines = useStore(screen.$engines)
  const { db_pass } = useStore(form.$values)
  return (
    <Form
      form={form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      buttons={
        <LinkButton href={screen.cancelHref} onClick={form.reset}>
          {formText.cancel}
        </LinkButton>
      }
    >
      <TextField form={form} name="name" label={text.name} takesFocus />
      <TextField
        form={form}
        name="db_pass"
        type="password"
        autoComplete="new-password"
        label={text.password}
        hint={text.passwordHint}
        isOptional
        end={
          <>
            {db_pass !== '' && <CopyButton label={text.copyPassword} onCopy={screen.copyPassword} />}
            <Button icon={<Icon of={KeyRound} />} onClick={screen.generatePassword}>
              {text.generate}
            </Button>
          </>
        }
      />
      <RadioCards form={form} name="engine" label={text.engine} choices={engines} />
      <SelectField
        form={form}
        name="region"
        label={text.region}
        hint={text.regionHint}
        choices={screen.regions}
      />
    </Form>
  )
}
