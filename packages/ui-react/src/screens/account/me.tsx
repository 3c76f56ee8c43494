import type { AccountMeScreen, Profile } from '@basedeck/core'
import { accountText, formText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { LoadFailure } from '../../elements/load-failure.js'
import { Form } from '../../elements/form.js'
import { ChoiceCards } from '../../elements/radio-cards.js'
import { Select } from '../../elements/select.js'
import { Section } from '../../elements/section.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextField } from '../../elements/text-field.js'
import { AccountFrame } from './account-frame.js'
import styles from './me.module.css'

export function AccountMe({ screen }: { screen: AccountMeScreen }) {
  const profile = useStore(screen.$profile)
  const mayRename = useStore(screen.$mayRename)
  return (
    <AccountFrame page={screen.page} title={screen.title} description={accountText.meBody}>
      <Section
        title={accountText.profileTitle}
        description={mayRename ? accountText.profileBody : accountText.localProfileBody}
        isFlush
      >
        {profile.status === 'loading' && (
          <div className={styles['pad']}>
            <Skeleton label={shellText.loading} lines={2} />
          </div>
        )}
        {profile.status === 'failed' && (
          <LoadFailure message={profile.error.message} onRetry={profile.retry} />
        )}
        {profile.status === 'ready' &&
          (mayRename ? (
            <NameForm screen={screen} profile={profile.data} />
          ) : (
            <LocalProfile profile={profile.data} />
          ))}
      </Section>
      <Appearance appearance={screen.appearance} />
    </AccountFrame>
  )
}

function NameForm({ screen: { nameForm }, profile }: { screen: AccountMeScreen; profile: Profile }) {
  return (
    <Form form={nameForm} submitLabel={formText.save} sendingLabel={formText.saving} isEdit>
      <TextField form={nameForm} name="first_name" label={accountText.name} autoComplete="name" />
      <dl className={styles['facts']}>
        <dt>{accountText.email}</dt>
        <dd>{profile.primary_email ?? accountText.noEmail}</dd>
      </dl>
    </Form>
  )
}

function LocalProfile({ profile }: { profile: Profile }) {
  return (
    <div className={styles['pad']}>
      <dl className={styles['facts']}>
        <dt>{accountText.name}</dt>
        <dd>{profile.first_name}</dd>
      </dl>
    </div>
  )
}

function Appearance({ appearance }: { appearance: AccountMeScreen['appearance'] }) {
  const theme = useStore(appearance.$theme)
  const contrast = useStore(appearance.$contrast)
  const density = useStore(appearance.$density)
  const sidebar = useStore(appearance.$sidebar)
  const id = useId()
  return (
    <Section title={accountText.appearanceTitle} description={accountText.appearanceBody}>
      <div className={styles['appearance']} data-fields>
        <ChoiceCards
          label={accountText.theme}
          name={`${id}-theme`}
          value={theme}
          choices={appearance.themes}
          onChoose={appearance.setTheme}
        />
        <ChoiceCards
          label={accountText.contrast}
          name={`${id}-contrast`}
          value={contrast}
          choices={appearance.contrasts}
          onChoose={appearance.setContrast}
        />
        <ChoiceCards
          label={accountText.density}
          name={`${id}-density`}
          value={density}
          choices={appearance.densities}
          onChoose={appearance.setDensity}
        />
        <ChoiceCards
          label={accountText.sidebar}
          name={`${id}-sidebar`}
          value={sidebar}
          choices={appearance.sidebarModes}
          onChoose={appearance.setSidebar}
        />
        <ResultBudget appearance={appearance} />
      </div>
    </Section>
  )
}

function ResultBudget({ appearance }: { appearance: AccountMeScreen['appearance'] }) {
  const budget = useStore(appearance.$resultBudget)
  return (
    <div className={styles['budget']}>
      <span>{accountText.resultBudget}</span>
      <Select
        label={accountText.resultBudget}
        value={String(budget)}
        choices={appearance.resultBudgets.map(({ value, label }) => ({ value: String(value), label }))}
        onChoose={(value) => appearance.setResultBudget(Number(value))}
      />
      <small>{accountText.resultBudgetHint}</small>
    </div>
  )
}
