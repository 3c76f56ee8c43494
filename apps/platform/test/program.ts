/** Starts the program as a separate process, as its users do. */
import { spawn } from 'node:child_process'
import { testProgram } from '../src/engines/testing/test-program.js'

export interface Program {
  url: string
  apiUrl: string
  pid: number
  output(): string
  /** The exit code; null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface Ended {
  code: number | null
  output: string
}

/** Starts the program and waits for the line that matches; resolves with its end when it ends before. */
export function startProgram(
  args: string[],
  until = /database +open/,
  env: Record<string, string> = {},
): Promise<Program | Ended> {
  const child = spawn(process.execPath, [...testProgram('main'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (!until.test(output)) return
      resolve({
        url: /Basedeck is at (\S+)/.exec(output)?.[1] ?? '',
        apiUrl: /project API +(\S+)/.exec(output)?.[1] ?? '',
        pid: child.pid ?? 0,
        output: () => output,
        end(signal) {
          child.kill(signal)
          return ended
        },
      })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => resolve({ code, output }))
  })
}

export function isRunning(program: Program | Ended): program is Program {
  return 'url' in program
}
