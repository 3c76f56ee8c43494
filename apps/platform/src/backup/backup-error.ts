/** A dump or a restore that can't be done; the message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
