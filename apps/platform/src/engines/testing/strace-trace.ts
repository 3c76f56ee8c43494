/** What a program did to the files below a directory, read from what strace wrote of it. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Step } from './power-cut.js'

/** Every call that changes or flushes a file, and the one by which PostgreSQL answers. */
const CALLS =
  'openat,pwrite64,pwritev,pwritev2,write,writev,ftruncate,truncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,link,unlink,unlinkat,mkdir,rmdir,sendto'

/** `-xx` writes every text as bytes; none is cut short. */
export function straceArguments(output: string): string[] {
  return ['-f', '-y', '-xx', '-s', '20000000', '-e', `trace=${CALLS}`, '-o', output]
}

/** Of PostgreSQL's answer to COMMIT. */
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1').toString('hex')

/**
 * @param root its working directory
 * @throws when a call changes a file below `root` in an unsupported way
 */
export async function readStrace(path: string, root: string): Promise<Step[]> {
  const steps: Step[] = []
  let changes = 0
  /** What a process began and had not ended when another one came between. */
  const unfinished = new Map<string, string>()
  /** Where the next plain write goes, by process and descriptor: a file that is opened begins at 0. */
  const positions = new Map<string, number>()
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, process = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const begun = / <unfinished \.\.\.>$/.exec(said)
    if (begun) {
      unfinished.set(process, said.slice(0, begun.index))
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(said)
    const whole = resumed ? `${unfinished.get(process) ?? ''}${resumed[1]}` : said
    const call = /^(\w+)\((.*)\) += (-?\d+)(?:<([^>]*)>)?/.exec(whole)
    if (!call || call[3] === '-1') continue
    const [, name = '', parameters = '', result = '', opened] = call
    if (name === 'sendto') {
      if (parameters.replaceAll('\\x', '').includes(committed))
        steps.push({ do: 'acknowledge', change: ++changes })
      continue
    }
    const descriptor = `${process} ${name === 'openat' ? result : /^\d+/.exec(parameters)?.[0]}`
    if (name === 'openat') positions.set(descriptor, 0)
    const position = positions.get(descriptor) ?? 0
    if (name === 'write' || name === 'writev') positions.set(descriptor, position + Number(result))
    const step = stepOf(name, parameters, { result: Number(result), opened, root, position })
    if (step && 'path' in step && step.path.startsWith(`${root}/`)) steps.push(step)
  }
  return steps
}

function stepOf(
  name: string,
  parameters: string,
  {
    result,
    opened,
    root,
    position,
  }: { result: number; opened: string | undefined; root: string; position: number },
): Step | undefined {
  const texts = [...parameters.matchAll(/"([^"]*)"/g)].map(([, text = '']) => bytesOf(text))
  const named = (index: number) => {
    const path = texts[index]?.toString() ?? ''
    return path.startsWith('/') ? path : join(root, path)
  }
  const path = bytesOf(/^\d+<([^>]*)>/.exec(parameters)?.[1] ?? '').toString()
  const numbers = parameters.split(', ').slice(1).map(Number)
  switch (name) {
    case 'openat':
      if (!/O_CREAT|O_TRUNC/.test(parameters)) return undefined
      return { do: 'open', path: bytesOf(opened ?? '').toString(), truncates: parameters.includes('O_TRUNC') }
    case 'write':
    case 'writev':
      return { do: 'write', path, position, bytes: written(texts, result) }
    case 'pwrite64':
    case 'pwritev':
      return { do: 'write', path, position: numbers.at(-1) ?? 0, bytes: written(texts, result) }
    case 'ftruncate':
      return { do: 'truncate', path, length: numbers[0] ?? 0 }
    case 'truncate':
      return { do: 'truncate', path: named(0), length: numbers[0] ?? 0 }
    case 'fallocate':
      return { do: 'extend', path, length: (numbers[1] ?? 0) + (numbers[2] ?? 0) }
    case 'fsync':
    case 'fdatasync':
      return { do: 'sync', path }
    case 'rename':
    case 'link':
      return { do: name, path: named(0), to: named(1) }
    case 'renameat':
    case 'renameat2':
      return { do: 'rename', path: named(0), to: named(1) }
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { do: 'remove', path: named(0) }
    case 'mkdir':
      return { do: 'mkdir', path: named(0) }
    default:
      throw new Error(`${name} is not known: ${parameters.slice(0, 200)}`)
  }
}

/** In base64. */
function written(texts: readonly Buffer[], length: number): string {
  return Buffer.concat(texts).subarray(0, length).toString('base64')
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
