/** What the server says about buckets and objects, where the code alone says too little. */
export const storageText = {
  mimeNotAllowed: (type: string) => `The MIME type ${type} is not allowed in this bucket`,
  limitOfProject: (limit: string) =>
    `No file can be larger than the limit of the project, ${limit}. Raise that limit first.`,
  limitOfPlan: (limit: string) => `The plan of this organization allows files of at most ${limit}`,
  intoItself: 'A folder can’t be moved into itself',
  uploadOver: 'This upload is over or has expired; start it again',
  otherUploader: 'This upload was started with another key',
  metadataMissing: 'The upload names no bucket or no object',
  bucketCreated: 'Successfully created',
  bucketUpdated: 'Successfully updated',
  bucketEmptied: 'Successfully emptied',
  deleted: 'Successfully deleted',
  foreignCursor: 'cursor: not a cursor of this list',
  moved: 'Successfully moved',
  storeUnreachable: (where: string, code: string) =>
    `The store of files at ${where} can’t be reached (${code}); check --storage-url, or start it`,
  storeRefused: (where: string, code: string) =>
    `The store of files at ${where} refused the key (${code}); it must be able to read, write, list and delete there`,
  storeFailed: (where: string, code: string) => `The store of files at ${where} can’t be used (${code})`,
  noSuchBucket: (where: string) =>
    `There is no bucket at ${where}; make it, or name another in --storage-url`,
  ofOtherInstallation: (where: string) =>
    `Another installation of Basedeck keeps its files at ${where}, or this one had another secret key; name another bucket or folder in --storage-url`,
}
