/** Why who may connect can't be changed. */
export const networkText = {
  noCertificate: 'The port of this database does not encrypt, so that nobody could connect.',
}
