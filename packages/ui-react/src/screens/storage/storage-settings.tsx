/** The limit of one upload, and the addresses of the storage. */
import type { StorageSettingsScreen } from '@basedeck/core'
import { shellText, storageText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CopyButton } from '../../elements/copy-button.js'
import { Badge } from '../../elements/badge.js'
import { Form } from '../../elements/form.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Page } from '../../elements/page.js'
import { Section } from '../../elements/section.js'
import { SelectField } from '../../elements/select-field.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextField } from '../../elements/text-field.js'
import { Gated } from '../parts/gated.js'
import dialogStyles from './bucket-dialogs.module.css'
import pageStyles from './storage-page.module.css'
import { StoragePanel } from './storage-panel.js'
import styles from './storage-settings.module.css'

const text = storageText.settings

export function StorageSettings({ screen }: { screen: StorageSettingsScreen }) {
  return (
    <section className={pageStyles['page']}>
      <StoragePanel list={screen.list} />
      <div className={pageStyles['padded']}>
        <Page title={screen.title} description={text.lead}>
          <Gated gate={screen.gate}>
            <Limit screen={screen} />
            <Addresses screen={screen} />
          </Gated>
        </Page>
      </div>
    </section>
  )
}

function Limit({ screen }: { screen: StorageSettingsScreen }) {
  const config = useStore(screen.$config)
  const { disabled, hint } = useStore(screen.$mayChange)
  const limitHint = useStore(screen.$limitHint)
  return (
    <Section
      title={text.limitTitle}
      isFlush={config.status === 'ready'}
      {...(hint === undefined ? {} : { description: hint })}
    >
      {config.status === 'loading' && <Skeleton label={shellText.loading} lines={2} />}
      {config.status === 'failed' && <LoadFailure message={config.error.message} onRetry={config.retry} />}
      {config.status === 'ready' && (
        <Form form={screen.form} submitLabel={text.save} sendingLabel={text.saving} isEdit label={text.limit}>
          <div className={dialogStyles['limit']}>
            <TextField
              form={screen.form}
              name="limit"
              label={text.limit}
              hint={limitHint}
              inputMode="decimal"
              disabled={disabled}
            />
            <SelectField
              form={screen.form}
              name="unit"
              label={text.unit}
              choices={screen.units}
              disabled={disabled}
            />
          </div>
        </Form>
      )}
    </Section>
  )
}

function Addresses({ screen }: { screen: StorageSettingsScreen }) {
  const addresses = useStore(screen.$addresses)
  return (
    <Section title={text.addressTitle} description={text.addressBody}>
      <dl className={styles['addresses']}>
        {addresses.map(({ key, label, address, isAnswered, note }) => (
          <div key={key} className={styles['address']}>
            <dt>
              {label} <Badge tone={isAnswered ? 'good' : 'quiet'}>{note}</Badge>
            </dt>
            <dd>
              <code className={styles['code']}>{address}</code>
              <CopyButton label={text.copy(label)} onCopy={() => screen.copy(address)} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
