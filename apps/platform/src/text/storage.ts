/** What the server says about buckets and objects, where the code alone says too little. */
export const storageText = {
  mimeNotAllowed: (type: string) => `The MIME type ${type} is not allowed in this bucket`,
  limitOfPlan: (limit: string) => `The plan of this organization allows files of at most ${limit}`,
  intoItself: 'A folder can’t be moved into itself',
  uploadOver: 'This upload is over or has expired; start it again',
  otherUploader: 'This upload was started with another key',
  metadataMissing: 'The upload names no bucket or no object',
  bucketCreated: 'Successfully created',
  bucketUpdated: 'Successfully updated',
  bucketEmptied: 'Successfully emptied',
  deleted: 'Successfully deleted',
  moved: 'Successfully moved',
}
