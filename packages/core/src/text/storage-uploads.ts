/** What is said of uploads. The sentences of SPEC §5 and §8 are letter by letter. */

/** `1 file`, `2 files`. */
export const filesText = (count: number): string => `${count} file${count === 1 ? '' : 's'}`

const namedText = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

/** Of files that are rejected, fail, or have ended. */
export const uploadText = {
  tooLarge: (count: number, limit: string) =>
    `Failed to upload ${filesText(count)} as ${count === 1 ? 'its size is' : 'their sizes are'} beyond the global upload limit of ${limit}.`,
  tooLargeDetail: 'You can change the global file size upload limit in Storage Settings.',
  toSettings: 'Storage Settings',
  empty: (count: number) =>
    `Failed to upload ${filesText(count)} as ${count === 1 ? 'its size is' : 'their sizes are'} 0.`,
  /** Names, the first three. */
  named: (names: readonly string[]) => namedText(names),
  refused: (names: readonly string[]) => `Refused: ${namedText(names)}`,
  success: (count: number) => `Successfully uploaded ${filesText(count)}!`,
  partial: (count: number, total: number) => `Successfully uploaded ${count} out of ${filesText(total)}!`,
  error: (count: number) => `Failed to upload ${filesText(count)}!`,
  broken: 'Failed to upload files',
  aborted: 'Upload aborted by user',
  typeRefused: (file: string, type: string) => `Failed to upload ${file}: ${type} is not allowed`,
  allowedTypes: (list: string) => `Allowed MIME types: ${list}`,
  fileTooLarge: (file: string) => `Failed to upload ${file}: File size exceeds the bucket file size limit.`,
  exists: (file: string) => `Failed to upload ${file}: File name already exists.`,
  other: (file: string, message: string) => `Failed to upload ${file}: ${message}`,
  unreadable: 'The file changed or is gone',
  noApi: 'This project has no address for uploads',
}

/** Of the tray that lists them. */
export const trayText = {
  label: 'Uploads',
  uploading: (count: number) => `Uploading ${filesText(count)}`,
  paused: (count: number) => `${filesText(count)} paused`,
  ended: (count: number) => `${filesText(count)} uploaded`,
  endedSome: (done: number, total: number, refused: number) =>
    `${done} of ${filesText(total)} uploaded, ${refused} refused`,
  refused: (count: number) => `${filesText(count)} refused`,
  refusedEmpty: 'Refused: its size is 0',
  refusedSize: (limit: string) => `Refused: larger than ${limit}`,
  failed: (count: number) => `${filesText(count)} not uploaded`,
  remaining: (time: string) => `${time} remaining – `,
  percent: (percent: number) => `${percent}%`,
  amount: (sent: string, total: string) => `${sent} of ${total}`,
  speed: (amount: string) => `${amount}/s`,
  waiting: 'Waiting',
  serverAway: 'Waiting for the server…',
  serverAwayLead: 'Waiting for the server – ',
  pausedOne: 'Paused',
  done: 'Done',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted: choose the same file to go on',
  type: (type: string) => `${type} is not allowed`,
  tooLarge: 'File size exceeds the bucket file size limit',
  exists: 'File name already exists',
  collapse: 'Show less',
  expand: 'Show the files',
  clear: 'Close the uploads',
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  cancelAll: 'Cancel all',
  retryAll: 'Try failed ones again',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Try ${name} again`,
  remove: (name: string) => `Remove ${name} from the list`,
}
