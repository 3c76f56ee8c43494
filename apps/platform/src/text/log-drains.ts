/** Sentences about log drains that the server says. */
export const logDrainText = {
  testLine: (name: string) => `Test line of the drain ${name}`,
  noValue: (name: string) => `Enter a value for the header ${name}`,
  valueAgain: (name: string) => `The address has changed: enter the value of the header ${name} again`,
  noSecretKey: 'Enter the secret key of the store',
  secretKeyAgain: 'The address of the store has changed: enter its secret key again',
  failing: (name: string) => `The drain ${name} can’t send lines; it tries again`,
  recovered: (name: string) => `The drain ${name} sends lines again`,
  answered: (status: number) => `The receiver answered ${status}.`,
  noAnswer: 'The receiver did not answer.',
  notice: {
    failing: (name: string, project: string) => `${project}: the log drain ${name} sends nothing`,
    failingBody: (reason: string) =>
      `${reason} It has failed for 15 minutes. Lines wait as long as they are kept, and then are lost. You are told once.`,
    recovered: (name: string, project: string) => `${project}: the log drain ${name} sends again`,
    recoveredBody: 'The lines that waited are being sent.',
    open: 'Open log drains',
  },
  lost: (name: string, count: number) =>
    `${count} ${count === 1 ? 'line was' : 'lines were'} deleted before the drain ${name} could send them`,
}
