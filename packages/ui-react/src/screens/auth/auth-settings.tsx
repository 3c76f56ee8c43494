/** A page of settings of the auth service: its sections, each saved by itself. */
import type { AuthSettingsScreen } from '@basedeck/core'
import { authSettingsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { Section } from '../../elements/section.js'
import { Gated } from '../parts/gated.js'
import { AuthSectionForm } from './auth-section-form.js'
import { ProviderSection } from './provider-section.js'
import { SubjectLinks } from '../parts/subject-links.js'

export function AuthSettings({ screen }: { screen: AuthSettingsScreen }) {
  const view = useStore(screen.$view)
  const mayChange = useStore(screen.$mayChange)
  return (
    <Page
      title={screen.title}
      description={screen.lead}
      tabs={<SubjectLinks label={text.more.label} links={screen.links} />}
    >
      <Gated gate={screen.gate}>
        <RemoteContent state={view}>
          {({ isOn }) => (
            <>
              {!isOn && <Section title={text.offTitle} description={text.offBody} />}
              {screen.sections.map((section) => (
                <AuthSectionForm key={section.name} section={section} mayChange={mayChange} />
              ))}
              {screen.providers && <ProviderSection list={screen.providers} mayChange={mayChange} />}
              {screen.note && <Section title={screen.note.title} description={screen.note.body} />}
            </>
          )}
        </RemoteContent>
      </Gated>
    </Page>
  )
}
