/** The form of an existing database: its URL, its encryption, and the result of the connection test. */
import type { NewProjectScreen } from '@basedeck/core'
import { formText, newProjectText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { Form } from '../../elements/form.js'
import { LinkButton } from '../../elements/link-button.js'
import { SelectField } from '../../elements/select-field.js'
import { TextField } from '../../elements/text-field.js'
import styles from './existing-database.module.css'

const text = newProjectText.existing

export function ExistingDatabase({ screen }: { screen: NewProjectScreen }) {
  const { form, modes, tryIt } = screen.existing
  const trial = useStore(screen.existing.$trial)
  return (
    <Form
      form={form}
      submitLabel={text.submit}
      sendingLabel={text.sending}
      buttons={
        <>
          <LinkButton href={screen.cancelHref} onClick={form.reset}>
            {formText.cancel}
          </LinkButton>
          <Button aria-disabled={trial.status === 'trying'} onClick={() => void tryIt()}>
            {trial.status === 'trying' ? text.trying : text.tryIt}
          </Button>
        </>
      }
    >
      <TextField form={form} name="name" label={newProjectText.name} takesFocus />
      <TextField
        form={form}
        name="database_url"
        label={text.url}
        hint={text.urlHint}
        placeholder={text.urlExample}
        isCode
      />
      <SelectField form={form} name="mode" label={text.tls} choices={modes} />
      <TextField form={form} name="ca" label={text.ca} hint={text.caHint} rows={4} isCode isOptional />
      <output className={styles['trial']} data-status={trial.status}>
        {'sentence' in trial && <span>{trial.sentence}</span>}
        {'warning' in trial && <span className={styles['warning']}>{trial.warning}</span>}
      </output>
    </Form>
  )
}
