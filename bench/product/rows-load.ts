/** A separate program that asks one address with fifty connections, and prints how many answers a second came. */
import { Agent, request } from 'node:http'

const [url = '', key = '', seconds = '3'] = process.argv.slice(2)
const CONNECTIONS = 50
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const { hostname, port, pathname, search } = new URL(url)
const end = performance.now() + Number(seconds) * 1000
let answers = 0

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { apikey: key, authorization: `Bearer ${key}` }
    const asked = request({ hostname, port, path: pathname + search, agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered ${answer.statusCode}`))
      answer.resume()
      answer.on('end', () => {
        answers++
        resolve()
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const ways = Array.from({ length: CONNECTIONS }, async () => {
  while (performance.now() < end) await ask()
})
await Promise.all(ways)
process.stdout.write(`${answers / Number(seconds)}\n`)
process.exit()
