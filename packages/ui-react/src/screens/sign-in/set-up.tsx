import type { SetUpScreen } from '@basedeck/core'
import { signInText } from '@basedeck/core/text'
import { Entrance } from '../../elements/entrance.js'
import { Form } from '../../elements/form.js'
import { TextField } from '../../elements/text-field.js'

export function SetUp({ screen: { form, hasCode } }: { screen: SetUpScreen }) {
  return (
    <Entrance title={signInText.setUpHeading} description={signInText.setUpBody} isFlush>
      <Form form={form} submitLabel={signInText.setUpSubmit} sendingLabel={signInText.setUpSubmitting} isWide>
        <TextField
          form={form}
          name="setup_code"
          label={signInText.setUpCode}
          hint={signInText.setUpCodeHint}
          isCode
          takesFocus={!hasCode}
        />
        <TextField
          form={form}
          name="first_name"
          label={signInText.yourName}
          autoComplete="name"
          takesFocus={hasCode}
        />
        <TextField form={form} name="email" label={signInText.email} type="email" autoComplete="username" />
        <TextField
          form={form}
          name="password"
          label={signInText.password}
          hint={signInText.passwordHint}
          type="password"
          autoComplete="new-password"
        />
        <TextField
          form={form}
          name="organization_name"
          label={signInText.organizationName}
          hint={signInText.organizationHint}
          autoComplete="organization"
        />
      </Form>
    </Entrance>
  )
}
