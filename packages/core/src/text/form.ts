/** Every sentence that a form, a list or a dialog says by itself. */
export const formText = {
  unreachable: 'The platform can’t be reached. What you typed is kept; try again.',
  tooManyAttempts: (time: string) => `Too many attempts. Try again in ${time}.`,
  tryAgainIn: (message: string, time: string) => `${message.replace(/\.$/, '')}. Try again in ${time}.`,
  chooseFirst: 'Choose what to keep before you save.',
  /** What was typed before the page was left or reloaded. */
  restored: 'Your unsaved changes were restored.',
  discard: 'Discard changes',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  optional: 'optional',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  copy: (what: string) => `Copy ${what.toLowerCase()}`,
  shownOnce: 'This is the only time it is shown. Keep it in a safe place.',
  /** The name stands between the two. */
  typeToConfirm: { before: 'Type', after: 'to confirm' },
}
