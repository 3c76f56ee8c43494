/** What the server says about the key of the installation and the secrets that it encrypts. */
export const secretText = {
  givenTooShort: (characters: number) =>
    `BASEDECK_SECRET_KEY must have at least ${characters} characters; make one with: openssl rand -base64 32`,
  unreadableFile: (path: string, code: string | undefined) =>
    `The secret key ${path} can’t be read (${code})`,
  unwritableFile: (path: string, code: string | undefined) =>
    `The secret key ${path} can’t be written (${code})`,
  damaged: (path: string) =>
    `The secret key ${path} is damaged; put back a copy of it. Without it the encrypted values can’t be read`,
  tightened: (path: string, mode: string) =>
    `Other users of this machine could read the secret key ${path} (mode ${mode}); now only its owner can. If you don’t trust them, replace the secrets of this installation.`,
  notTightened: (path: string, mode: string) =>
    `Other users of this machine can read the secret key ${path} (mode ${mode}), and that could not be changed. Run: chmod 600 ${path}`,
  lost: (path: string) =>
    `The secret key of this installation is lost: ${path} is missing and BASEDECK_SECRET_KEY is not set, but encrypted values exist. Put back the file from a backup, or set BASEDECK_SECRET_KEY if that was used. Without the key these values can’t be read; Basedeck does not make a new one.`,
  otherKey:
    'The secret key is not the one that encrypted the secrets of this installation. Set the right one with BASEDECK_SECRET_KEY, or put its secret.key back into the data directory; without it the stored keys and passwords can’t be read.',
  undecryptable:
    'A stored secret can’t be decrypted: it was encrypted with another secret key, or it was changed. Start with the key of this installation.',
}
