/** Mails of the fake platform's projects: all of them are kept. */
import { AUTH_MAIL_DEFAULTS } from '../contract/auth-mail-texts.js'
import {
  getAuthMail,
  listAuthMails,
  openAuthMail,
  removeAuthMail,
  sendAuthMailAgain,
  sendTestAuthMail,
  type AuthMailEntry,
  type AuthMailText,
} from '../contract/auth-mails.js'
import { newId } from '../id.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeProject, type FakeWorld } from './fake-world.js'

export function authMailRoutes(world: FakeWorld): FakeRoute[] {
  const mailOf = ({ authMails }: FakeProject, id: string | undefined) => {
    const found = authMails.find(({ entry }) => entry.id === id)
    if (!found)
      throw new FakeRefusal(404, 'auth_mail_not_found', 'This mail is not kept here, or is older than a day')
    return found
  }
  const about = ({ project }: FakeProject, action: string, target: string) =>
    record(world, { slug: project.organization_slug, action, target, project_ref: project.ref })
  return [
    fakeRoute(listAuthMails, ({ params }) => {
      const { authMails } = projectOf(world, params['ref'])
      return { way: 'kept' as const, mails: authMails.map(({ entry }) => ({ ...entry })) }
    }),
    fakeRoute(getAuthMail, ({ params }) => mailOf(projectOf(world, params['ref']), params['id']).blanked),
    fakeRoute(openAuthMail, ({ params }) => {
      const project = projectOf(world, params['ref'])
      const { entry, open } = mailOf(project, params['id'])
      about(project, 'auth_mail.open', entry.to)
      return open
    }),
    fakeRoute(removeAuthMail, ({ params }) => {
      const project = projectOf(world, params['ref'])
      const { entry } = mailOf(project, params['id'])
      project.authMails = project.authMails.filter((one) => one.entry.id !== entry.id)
      about(project, 'auth_mail.delete', entry.to)
      return { id: entry.id }
    }),
    fakeRoute(sendAuthMailAgain, ({ params }) => {
      const project = projectOf(world, params['ref'])
      const { entry } = mailOf(project, params['id'])
      if (entry.status !== 'failed')
        throw new FakeRefusal(
          409,
          'auth_mail_not_failed',
          'Only a mail that could not be delivered is sent again',
        )
      Object.assign(entry, { status: 'delivered', attempts: 1, reason: null })
      about(project, 'auth_mail.send_again', entry.to)
      return { ...entry }
    }),
    fakeRoute(sendTestAuthMail, ({ params, body: { kind, to } }) => {
      const project = projectOf(world, params['ref'])
      const texts = { ...AUTH_MAIL_DEFAULTS, ...project.auth }
      const written = (token: string, link: string): AuthMailText => {
        const filled = (template: string) =>
          template
            .replaceAll('{{ .Token }}', token)
            .replaceAll('{{ .ConfirmationURL }}', link)
            .replaceAll('{{ .Email }}', to)
        const html = filled(texts[`mailer_templates_${kind}_content`])
        return { subject: filled(texts[`mailer_subjects_${kind}`]), html, text: html }
      }
      const [open, blanked] = [written('123456', 'http://localhost:3000'), written('•••', '•••')]
      const { subject } = blanked
      const at = tick(world)
      const sent = { attempts: 0, reason: null, status: 'kept', way: 'kept' } as const
      const entry: AuthMailEntry = { id: newId(), kind, to, subject, created_at: at, ...sent }
      project.authMails = [{ entry, open, blanked }, ...project.authMails]
      about(project, 'auth_mail.test', to)
      return entry
    }),
  ]
}
