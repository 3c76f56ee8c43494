/** Who may connect to the databases of a project: the list of networks, and encryption. */
export const networkAccessText = {
  form: 'Network access',
  networks: 'Allowed addresses',
  networksHint:
    'One network a line, such as 10.0.0.0/8 or 2001:db8::/32; an address alone is allowed too. Empty: programs connect from every address. The dashboard, the project’s API and programs of the server’s own machine always can.',
  placeholder: '203.0.113.0/24',
  wrong: (line: number, typed: string) =>
    `Line ${line} is no network: ${typed}. Write an address and the length of its prefix, such as 10.0.0.0/8.`,
  tooMany: (most: number) => `At most ${most} networks`,
  addOwn: (address: string) => `Add my address (${address})`,
  ssl: 'Enforce SSL',
  sslHint:
    'Programs of other machines always encrypt. With this, those of the server’s own machine and of its poolers have to as well.',
  noSsl: 'The port of this database does not encrypt.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Who may connect was changed',
  mayNot: 'Your role does not allow changing the settings of the project',
  certificate: 'Certificate',
  selfSigned:
    'Basedeck made it for this installation. A program that checks it (sslmode=verify-full) is given this file as its root certificate.',
  ofAuthority: 'An authority signed it, as the operator set it up.',
  until: 'Valid until',
  download: 'Download certificate',
}
