/** The help lines of the metrics. */
export const metricText = {
  requests: 'Seconds until the answer to a call began, by route and status.',
  runs: 'Seconds of SQL runs in project databases, by outcome.',
  controlCalls: 'Seconds of reads and writes of the control plane.',
  info: 'The running version.',
  runsInProgress: 'SQL runs that are running or waiting.',
  eventStreams: 'Open event streams.',
  diskFree: 'Free bytes on the disk of the data directory.',
  projects: 'Projects in the control plane, by engine and status.',
  storageBytes: 'Bytes of the files of a project, as they were measured last.',
  controlUp: '1 if the database of the control plane answers, else 0.',
  databases: 'Project databases that this process has open, by engine and state.',
  residentMemory: 'Memory of the server process.',
  heap: 'Part of it: the JavaScript heap.',
  externalMemory: 'Part of it: buffers outside the heap.',
  cpu: 'CPU time used.',
  startTime: 'Start time, in seconds since 1970.',
}
