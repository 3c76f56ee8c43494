/** Log drains. */
import type { LogDrainType } from '@basedeck/platform-client'
import { logsText } from './logs.js'
import { webhooksText } from './webhooks.js'

const count = (number: number) => new Intl.NumberFormat('en-US').format(number)
const lines = (number: number) => (number === 1 ? '1 line' : `${count(number)} lines`)

/** The sentences of the page of log drains. */
export const logDrainsText = {
  lead: 'Sends the lines of this project’s logs to another service, as they are stored. What is not accepted is tried again.',
  list: 'Drains',
  none: 'No drains yet',
  noneBody:
    'A drain sends logs to an HTTPS address, an OpenTelemetry collector, Loki, or an S3-compatible store.',
  columns: {
    name: 'Name',
    target: 'Sends to',
    sources: 'Sources',
    state: 'State',
    progress: 'Progress',
    last: 'Last sent',
    actions: 'Actions',
  },
  types: {
    https: 'HTTPS',
    otlp: 'OpenTelemetry',
    loki: 'Loki',
    s3: 'S3 store',
  } satisfies Record<LogDrainType, string>,
  typeChoices: {
    https: 'HTTPS address (JSON)',
    otlp: 'OpenTelemetry (OTLP over HTTP)',
    loki: 'Loki',
    s3: 'S3-compatible store',
  } satisfies Record<LogDrainType, string>,
  on: 'On',
  off: 'Off',
  retrying: 'Retrying',
  sent: (number: number) => `${lines(number)} sent`,
  behind: (number: number) => `${count(number)} waiting`,
  lost: (number: number) => `${count(number)} lost: deleted before they were accepted`,
  refused: (number: number) => `${count(number)} refused by the receiver`,
  never: 'Never',
  allSources: logsText.sources.all,
  source: logsText.sources,
  failed: (status: number | null, reason: string | null) =>
    status !== null
      ? `The receiver answered ${status}`
      : (webhooksText.reasons[reason ?? ''] ?? webhooksText.reasons['unsendable'] ?? ''),
  failedWith: (failure: string, answer: string) => `${failure}: ${answer}`,
  mayNot: 'Your role may not change the settings of this project',
  add: 'New drain',
  addTitle: 'New drain',
  addSubmit: 'Create drain',
  adding: 'Creating…',
  added: (name: string) => `${name} was created`,
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  editSubmit: 'Save',
  editing: 'Saving…',
  edited: (name: string) => `${name} was changed`,
  name: 'Name',
  type: 'Send to',
  url: 'Address',
  urlHints: {
    https:
      'Receives a JSON list of lines by POST. Addresses of the private network must be allowed by the operator.',
    otlp: 'Of the collector; /v1/logs is added unless it is there.',
    loki: 'Of Loki; /loki/api/v1/push is added unless it is there.',
    s3: '',
  } satisfies Record<LogDrainType, string>,
  gzip: 'Compress with gzip',
  headers: 'Headers',
  headersHint:
    'One a line, such as Authorization: Bearer …. Values are encrypted and not shown again; a line with the name alone keeps its value while the host stays the same.',
  endpoint: 'Address of the store',
  endpointHint: 'Without bucket and path, such as https://s3.eu-central-1.amazonaws.com',
  bucket: 'Bucket',
  prefix: 'Folder',
  region: 'Region',
  style: 'Bucket in the address',
  styles: { path: 'In the path', host: 'In the host’s name' },
  accessKey: 'Access key ID',
  secretKey: 'Secret access key',
  secretKeyHint: 'Encrypted, and not shown again.',
  secretKeyKept: 'Leave it empty to keep the one that is stored.',
  sources: 'Sources',
  sourcesHint: 'Without a choice, lines of all sources are sent.',
  enterName: 'Enter a name',
  enterUrl: 'Enter an address that begins with https:// or http://',
  enterEndpoint: 'Enter an address that begins with https:// or http://, without a path',
  enterBucket: 'Enter the name of a bucket',
  wrongPrefix: 'A folder has letters, digits, dots, hyphens and slashes',
  enterRegion: 'Enter a region',
  enterAccessKey: 'Enter the ID of the access key',
  enterSecretKey: 'Enter the secret access key',
  wrongHeader: webhooksText.wrongHeader,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: (name: string) => `${name} is on: lines are sent from now on`,
  turnedOff: (name: string) => `${name} is off`,
  test: 'Send a test line',
  tested: (name: string, status: number | null, ms: number) =>
    `${name} took the test line: ${status ?? ''} in ${ms} ms`,
  testFailed: (name: string, failure: string) => `${name} did not take the test line. ${failure}`,
  delete: 'Delete',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: 'Lines that wait are not sent. This can’t be undone.',
  deleted: (name: string) => `${name} was deleted`,
  actionsOf: (name: string) => `Actions of ${name}`,
}
