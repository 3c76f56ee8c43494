/** A new function: its name, a template, and its first deploy. */
import type { NewFunctionScreen } from '@basedeck/core'
import { functionsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ControlButton } from '../../elements/control-button.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { Select } from '../../elements/select.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { Gated } from '../parts/gated.js'
import { FunctionCode } from './function-code.js'
import styles from './functions.module.css'

const text = functionsText.fresh
const { code: codeText, settings } = functionsText

export function NewFunction({ screen }: { screen: NewFunctionScreen }) {
  const { naming, code } = screen
  const mayChange = useStore(screen.$mayChange)
  const isSending = useStore(code.form.$state).status === 'sending'
  const template = useStore(screen.$template)
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        <Section title={text.address}>
          <form
            noValidate
            aria-label={text.title}
            className={styles['naming']}
            data-fields
            onSubmit={(event) => {
              event.preventDefault()
              void screen.deploy()
            }}
          >
            <TextField form={naming} name="name" label={text.name} hint={text.nameHint} isCode takesFocus />
            <SwitchField form={naming} name="verify_jwt" label={settings.verify} hint={settings.verifyHint} />
          </form>
        </Section>
        <FunctionCode
          code={code}
          isReadOnly={mayChange.disabled}
          deploy={() => void screen.deploy()}
          actions={
            <>
              <span className={styles['template']}>
                <span aria-hidden>{text.template}</span>
                <Select
                  label={text.template}
                  value={template}
                  choices={screen.templates.map(({ key, label, body }) => ({
                    value: key,
                    label: `${label}: ${body}`,
                  }))}
                  onChoose={screen.choose}
                />
              </span>
              <ControlButton
                kind="primary"
                controlState={mayChange}
                aria-disabled={isSending}
                onClick={() => void screen.deploy()}
              >
                {isSending ? codeText.deploying : codeText.deploy}
              </ControlButton>
            </>
          }
        />
      </Gated>
    </Page>
  )
}
