/** The dialogs of the security page: add an app, remove one, show recovery codes. */
import type { FactorStep, SecondFactor } from '@basedeck/core'
import { accountText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { renderSVG } from 'uqr'
import { useLast } from '../../bind/use-last.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { SecretField } from '../../elements/secret-field.js'
import { TextField } from '../../elements/text-field.js'
import { CodesDialog } from './codes-dialog.js'
import styles from './security.module.css'

const passwordField = {
  name: 'password',
  label: accountText.password,
  type: 'password',
  autoComplete: 'current-password',
} as const

export function SecondFactorDialogs({ model }: { model: SecondFactor }) {
  const step = useStore(model.$step)
  return (
    <>
      <FormDialog
        open={step?.name === 'name'}
        title={accountText.addFactor}
        form={model.nameForm}
        submitLabel={accountText.continue}
        sendingLabel={accountText.continuing}
        isSecret
        onClose={model.close}
      >
        <TextField
          form={model.nameForm}
          name="name"
          label={accountText.factorName}
          hint={accountText.factorNameHint}
          placeholder={accountText.factorPlaceholder}
          takesFocus
        />
        <TextField form={model.nameForm} {...passwordField} />
      </FormDialog>
      <Scan model={model} step={step?.name === 'scan' ? step : null} />
      <CodesDialog model={model} step={step?.name === 'codes' ? step : null} />
      <Remove model={model} step={step?.name === 'remove' ? step : null} />
      <FormDialog
        open={step?.name === 'new-codes'}
        title={accountText.newCodes}
        remark={accountText.newCodesBody}
        form={model.newCodesForm}
        submitLabel={accountText.newCodes}
        sendingLabel={accountText.makingCodes}
        isSecret
        onClose={model.close}
      >
        <TextField form={model.newCodesForm} {...passwordField} takesFocus />
      </FormDialog>
    </>
  )
}

type StepOf<Name extends FactorStep['name']> = Extract<FactorStep, { name: Name }>

function Scan({ model, step }: { model: SecondFactor; step: StepOf<'scan'> | null }) {
  const last = useLast(step)
  if (!last) return null
  return (
    <FormDialog
      open={step !== null}
      title={accountText.scanTitle}
      remark={accountText.scanBody}
      form={model.codeForm}
      submitLabel={accountText.turnOn}
      sendingLabel={accountText.turningOn}
      isSecret
      onClose={model.close}
    >
      <img
        className={styles['qr']}
        alt={accountText.qrCode}
        width={200}
        height={200}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(last.factor.uri, { border: 2 }))}`}
      />
      <SecretField
        label={accountText.manualSecret}
        copyLabel={accountText.copySecret}
        value={last.factor.secret}
        note={null}
        onCopy={model.copy}
      />
      <TextField
        form={model.codeForm}
        name="code"
        label={accountText.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        isCode
        takesFocus
      />
    </FormDialog>
  )
}

function Remove({ model, step }: { model: SecondFactor; step: StepOf<'remove'> | null }) {
  const last = useLast(step)
  if (!last) return null
  return (
    <FormDialog
      open={step !== null}
      title={accountText.removeFactorNamed(last.factor.name)}
      remark={last.isLast ? accountText.removeLastFactorBody : accountText.removeFactorBody}
      form={model.removeForm}
      submitLabel={accountText.removeFactor}
      sendingLabel={accountText.removing}
      kind="danger"
      isSecret
      onClose={model.close}
    >
      <TextField form={model.removeForm} {...passwordField} takesFocus />
    </FormDialog>
  )
}
