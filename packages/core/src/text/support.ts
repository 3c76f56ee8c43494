/** Asking for help. */
import { named } from './named.js'

/** The sentences of the support page. */
export const supportText = {
  body: 'What you write goes into the platform’s own record, where whoever runs it reads it.',
  formTitle: 'What is it about?',
  category: 'Category',
  categories: {
    dashboard_bug: 'A page of the dashboard does not work',
    database_unresponsive: 'A database does not answer',
    performance: 'Something is slow',
    problem: 'Something else in a project does not work',
    account_deletion: 'Deleting an account',
    billing: 'Plans and invoices',
    others: 'Something else',
  },
  organization: 'Organization',
  project: 'Project ref',
  projectHint: 'Of the project it is about, as it stands in its address.',
  noOrganization: 'None',
  /** Two may have the same name. */
  named: (name: string, slug: string) => `${named(name)} (${slug})`,
  subject: 'Subject',
  message: 'Message',
  messageHint: 'What did you do, what did you expect, what happened instead?',
  error: 'Error',
  errorHint: 'The error that was shown. Take out what should not be sent.',
  submit: 'Send',
  sending: 'Sending…',
  sentTitle: (id: number) => `Ticket ${id} was written`,
  another: 'Write another',
  back: 'Back to the dashboard',
}
