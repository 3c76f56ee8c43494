/** Asking for help. */
import { named } from './named.js'

/** The sentences of the support page. */
export const supportText = {
  body: 'Your message is stored on this platform and read by its operator.',
  formTitle: 'What is it about?',
  category: 'Category',
  categories: {
    dashboard_bug: 'A page of the dashboard does not work',
    database_unresponsive: 'A database does not answer',
    performance: 'Something is slow',
    problem: 'Another problem with a project',
    account_deletion: 'Deleting an account',
    billing: 'Plans and invoices',
    others: 'Something else',
  },
  organization: 'Organization',
  project: 'Project ref',
  projectHint: 'The ref in the URL of the project.',
  noOrganization: 'None',
  /** Two may have the same name. */
  named: (name: string, slug: string) => `${named(name)} (${slug})`,
  subject: 'Subject',
  message: 'Message',
  messageHint: 'What did you do, what did you expect, what happened instead?',
  error: 'Error',
  errorHint: 'The error that was shown. Remove what should not be sent.',
  submit: 'Send',
  sending: 'Sending…',
  sentTitle: (id: number) => `Ticket ${id} created`,
  another: 'Write another',
  back: 'Back to the dashboard',
}
