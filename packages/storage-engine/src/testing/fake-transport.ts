/** A transport for tests: each upload waits until the test sends, fails or completes it. */
import type { RunningUpload, SourceFile, UploadEnd, UploadRequest, UploadTransport } from '../ports.js'

export interface FakeUpload {
  request: UploadRequest
  runs: number
  pauses: number
  cancels: number
  /** Bytes that the server has. */
  send(sentBytes: number): void
  /** No answer came; it is tried again. */
  interrupt(): void
  end(end: UploadEnd): Promise<void>
}

export function createFakeTransport() {
  const opened: FakeUpload[] = []
  const transport: UploadTransport = {
    open(request) {
      let finish: (end: UploadEnd | undefined) => void = () => {}
      let tell: (sentBytes: number) => void = () => {}
      let interrupt = () => {}
      const stop = async () => finish(undefined)
      const fake: FakeUpload = {
        request,
        runs: 0,
        pauses: 0,
        cancels: 0,
        send: (bytes) => tell(bytes),
        interrupt: () => interrupt(),
        async end(end) {
          finish(end)
          // The queue goes on in the next turns.
          for (let turn = 0; turn < 4; turn++) await Promise.resolve()
        },
      }
      opened.push(fake)
      const upload: RunningUpload = {
        run({ onProgress, onInterruption = () => {} }) {
          fake.runs += 1
          tell = onProgress
          interrupt = onInterruption
          return new Promise((resolve) => {
            finish = resolve
          })
        },
        pause() {
          fake.pauses += 1
          return stop()
        },
        cancel() {
          fake.cancels += 1
          return stop()
        },
      }
      return upload
    },
  }
  return { transport, opened }
}

/** A file of so many bytes. */
export function fakeFile(path: string, sizeBytes = 100): SourceFile {
  return {
    path,
    sizeBytes,
    type: 'text/plain',
    modifiedMs: 1,
    read: async (start, end) => new Uint8Array(Math.min(end, sizeBytes) - start),
  }
}
