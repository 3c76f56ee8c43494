/** Over a page whose session has ended: the same person's password, then the second factor. The page behind it stays. */
import { Dialog } from '@base-ui/react/dialog'
import type { SignInAgain } from '@basedeck/core'
import { signInText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useLast } from '../bind/use-last.js'
import dialogStyles from '../elements/confirm-dialog.module.css'
import { Form } from '../elements/form.js'
import { TextField } from '../elements/text-field.js'
import { TextButton } from '../elements/text-link.js'
import styles from './sign-in-again.module.css'

export function SignInAgainDialog({ again }: { again: SignInAgain | null }) {
  const shown = useLast(again)
  return (
    // Only signing in or leaving closes it.
    <Dialog.Root open={again !== null} disablePointerDismissal onOpenChange={() => undefined}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Popup className={dialogStyles['popup']}>
          <Dialog.Title className={dialogStyles['title']}>{signInText.againTitle}</Dialog.Title>
          <div className={dialogStyles['scroll']}>{shown && <Steps again={shown} />}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Steps({ again }: { again: SignInAgain }) {
  const step = useStore(again.$step)
  const notice = useStore(again.$notice)
  return (
    <>
      <Dialog.Description className={dialogStyles['remark']}>
        {notice ?? remarkOf(step, again.email)}
      </Dialog.Description>
      {step === 'password' && <Password again={again} />}
      {step === 'code' && <Code again={again} />}
      {step === 'recovery' && <Recovery again={again} />}
    </>
  )
}

const remarkOf = (step: 'password' | 'code' | 'recovery', email: string): string =>
  ({
    password: signInText.againBody,
    code: signInText.secondFactorBody(email),
    recovery: signInText.recoveryBody,
  })[step]

const VERIFY_LABELS = { submitLabel: signInText.verify, sendingLabel: signInText.verifying }

function Password({ again }: { again: SignInAgain }) {
  const { passwordForm, email, useAnotherAccount } = again
  return (
    <Form
      form={passwordForm}
      submitLabel={signInText.submit}
      sendingLabel={signInText.submitting}
      note={<TextButton onClick={useAnotherAccount}>{signInText.otherAccount}</TextButton>}
    >
      <p className={styles['who']}>
        {signInText.againAs} <strong>{email}</strong>
      </p>
      {/* Password managers need the email of the password. */}
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        form={passwordForm}
        name="password"
        label={signInText.password}
        type="password"
        autoComplete="current-password"
        takesFocus
      />
    </Form>
  )
}

function Code({ again: { codeForm, proveByRecoveryCode } }: { again: SignInAgain }) {
  return (
    <Form
      form={codeForm}
      {...VERIFY_LABELS}
      note={<TextButton onClick={proveByRecoveryCode}>{signInText.recoveryInstead}</TextButton>}
    >
      <TextField
        form={codeForm}
        name="code"
        label={signInText.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        isCode
        takesFocus
      />
    </Form>
  )
}

function Recovery({ again: { recoveryForm, proveByApp } }: { again: SignInAgain }) {
  return (
    <Form
      form={recoveryForm}
      {...VERIFY_LABELS}
      note={<TextButton onClick={proveByApp}>{signInText.appInstead}</TextButton>}
    >
      <TextField form={recoveryForm} name="recovery_code" label={signInText.recoveryCode} isCode takesFocus />
    </Form>
  )
}
