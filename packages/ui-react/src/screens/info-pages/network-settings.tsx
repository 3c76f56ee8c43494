/** Who may connect to the database: the form of the networks and of encryption, and the certificate to download. */
import type { NetworkSettings as Network } from '@basedeck/core'
import { networkAccessText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Button } from '../../elements/button.js'
import { ConflictChoice } from '../../elements/conflict-choice.js'
import { Form } from '../../elements/form.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextField } from '../../elements/text-field.js'
import { Time } from '../../elements/time.js'
import styles from './info-page.module.css'
import { PartSkeleton } from './part-skeleton.js'

export function NetworkSettings({ network }: { network: Network }) {
  const state = useStore(network.$state)
  switch (state.status) {
    case 'loading':
      return <PartSkeleton />
    case 'failed':
      return <LoadFailure message={state.message} onRetry={state.retry} />
    case 'none':
      return <p className={styles['pad']}>{state.reason}</p>
    default:
      return (
        <>
          <Settings network={network} />
          {state.certificate && (
            <div className={styles['certificate']}>
              <div>
                <h3>{text.certificate}</h3>
                <p>{state.certificate.note}</p>
                <p>
                  {text.until} <Time at={state.certificate.until} />
                </p>
              </div>
              <Button onClick={network.saveCertificate}>{text.download}</Button>
            </div>
          )}
        </>
      )
  }
}

function Settings({ network }: { network: Network }) {
  const { disabled, hint } = useStore(network.$mayChange)
  const enforce = useStore(network.$mayEnforce)
  const own = useStore(network.$addOwn)
  const { form } = network.edit
  return (
    <Form
      form={form}
      label={text.form}
      submitLabel={text.save}
      sendingLabel={text.saving}
      isEdit
      note={hint}
      buttons={
        own && (
          <Button kind="ghost" onClick={own.add}>
            {own.label}
          </Button>
        )
      }
    >
      <TextField
        form={form}
        name="allowed_cidrs"
        label={text.networks}
        hint={text.networksHint}
        placeholder={text.placeholder}
        rows={4}
        isCode
        disabled={disabled}
      />
      <SwitchField
        form={form}
        name="enforce_ssl"
        label={text.ssl}
        hint={enforce.disabled && !disabled ? enforce.hint : text.sslHint}
        disabled={enforce.disabled}
      />
      <ConflictChoice edit={network.edit} labels={{ allowed_cidrs: text.networks, enforce_ssl: text.ssl }} />
    </Form>
  )
}
