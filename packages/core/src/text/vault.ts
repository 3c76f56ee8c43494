/** The vault: secrets of a project. */
import type { EnvProblem } from '../rules/settings/env-text.js'

/** The sentences of a project’s vault. */
export const vaultText = {
  lead: 'Values that functions and webhooks of this project use by their names, such as keys of other services.',
  secrets: 'Secrets',
  keptIn: {
    platform:
      'Encrypted with the key of this installation. A value is shown only when you ask for it, and the audit log tells who did.',
    extension:
      'Kept in this database by the extension supabase_vault. SQL reads them from vault.decrypted_secrets.',
  },
  search: 'Search secrets',
  noneFound: 'No secret has these words',
  none: 'No secrets yet',
  noneBody: 'Add one, or paste the text of a .env file.',
  columns: { name: 'Name', value: 'Value', made: 'Created', changed: 'Changed', actions: 'Actions' },
  unnamed: '(without a name)',
  by: (who: string) => `by ${who}`,
  reveal: (name: string) => `Reveal ${name}`,
  hide: (name: string) => `Hide ${name}`,
  copy: (name: string) => `Copy the value of ${name}`,
  add: 'Add secret',
  addTitle: 'New secret',
  addSubmit: 'Add secret',
  adding: 'Adding…',
  added: (name: string) => `${name} was added`,
  name: 'Name',
  nameHint: 'As of a variable of the environment: letters, digits and underscores.',
  value: 'Value',
  valueHint: 'Kept as it is, with blanks and line breaks. At most 64 KB.',
  newValueHint: 'Leave it empty to keep the present value.',
  description: 'Description',
  edit: 'Edit',
  editNamed: (name: string) => `Edit ${name}`,
  editTitle: (name: string) => `Edit ${name}`,
  editBody: 'What uses the secret by its name needs the new name too.',
  editSubmit: 'Save',
  editing: 'Saving…',
  edited: (name: string) => `${name} was changed`,
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: 'What uses it by its name finds none from then on. This can’t be undone.',
  deleted: (name: string) => `${name} was deleted`,
  paste: 'Paste .env',
  pasteTitle: 'Add many secrets',
  pasteBody:
    'Lines of the form NAME=value, as in a .env file. Values may stand in quotes and go over several lines.',
  pasteLabel: 'Text',
  pasteSubmit: 'Add secrets',
  pasted: (count: number) => (count === 1 ? '1 secret was added' : `${count} secrets were added`),
  pasteFound: (count: number) =>
    count === 0 ? 'No secret found yet.' : count === 1 ? '1 secret found.' : `${count} secrets found.`,
  pasteSkipped: 'These lines are left out:',
  nothingToAdd: 'No line of this text has a name and a value',
  problem: (problem: EnvProblem): string => {
    const line = `Line ${problem.line}`
    switch (problem.reason) {
      case 'no-equals':
        return `${line}: there is no = between a name and a value`
      case 'unclosed':
        return `${line}: the quote is not closed; what follows was not read`
      case 'after-quote':
        return `${line}: something stands behind the closing quote`
      case 'too-many':
        return `${line}: at most 100 secrets are saved at once`
      case 'twice':
        return `${line}: ${problem.name} is in line ${problem.first} already`
      case 'name':
      case 'value':
        return `${line}: ${problem.message}`
    }
  },
  mayNotChange: 'Your role does not allow changing secrets',
  mayNotReveal: 'Your role does not allow seeing the values of secrets',
}
