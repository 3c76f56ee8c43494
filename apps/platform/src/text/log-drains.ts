/** Sentences about log drains that the server says. */
export const logDrainText = {
  testLine: (name: string) => `Test line of the drain ${name}`,
  noValue: (name: string) => `Enter a value for the header ${name}`,
  valueAgain: (name: string) => `The address has changed: enter the value of the header ${name} again`,
  noSecretKey: 'Enter the secret key of the store',
  secretKeyAgain: 'The address of the store has changed: enter its secret key again',
  failing: (name: string) => `The drain ${name} can’t send lines; it tries again`,
  recovered: (name: string) => `The drain ${name} sends lines again`,
  lost: (name: string, count: number) =>
    `${count} ${count === 1 ? 'line was' : 'lines were'} deleted before the drain ${name} could send them`,
}
