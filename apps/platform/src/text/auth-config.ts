/** What `basedeck auth-config` says. */
export const authConfigText = {
  form: 'Usage: basedeck auth-config export|apply <file> [--project <ref>]',
  noJson: 'The file is not JSON',
  noObject: 'The file must hold an object of settings',
  noFile: (path: string) => `The file ${path} can’t be read`,
  plainSecret: (name: string) =>
    `${name} must not stand in the file: write env(NAME), and the value into that variable`,
  noVariable: (name: string, variable: string) => `${name}: the variable ${variable} is not set`,
  applied: (ref: string, count: number) => `${count} settings of the auth service of ${ref} hold now`,
}
