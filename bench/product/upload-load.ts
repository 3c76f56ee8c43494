/** A separate program that uploads ten files at a time, again and again, until its parent ends it. */
import { benchTransport, bytesFile } from './upload-files.js'

const [endpoint = '', apikey = ''] = process.argv.slice(2)
const FILES = 10
const content = Buffer.alloc(100 * 1024 * 1024, 'content ')
const transport = benchTransport(endpoint, apikey)

async function again(which: number): Promise<never> {
  for (let round = 0; ; round += 1) {
    const path = `load/${process.pid}-${which}-${round}`
    const sending = transport.open({ file: bytesFile(path, content), bucket: 'bench', path })
    let isBegun = false
    const end = await sending.run({
      onProgress() {
        if (!isBegun) process.send?.(path)
        isBegun = true
      },
    })
    if (end?.type !== 'done') throw new Error(JSON.stringify(end))
  }
}

await Promise.all(Array.from({ length: FILES }, (_, which) => again(which)))
