/** A separate program that keeps ten functions at their limits until its parent ends it. */
import { createClient, deployFunction } from '@basedeck/platform-client'

const [url = '', api = '', key = ''] = process.argv.slice(2)
const GREEDY = [
  `for (;;) {}`,
  `const all = []; for (;;) { all.push(new Uint8Array(8e6).fill(1)); await 0 }`,
  `for (let at = 0; at < 1000; at++) console.log('x'.repeat(100_000))`,
  `for (let made = 0; made < 100; made++) new Worker('data:text/javascript,for(;;){}', { type: 'module' }); for (;;) {}`,
  `await Promise.allSettled(Array.from({ length: 5000 }, () => fetch(Deno.env.get('SUPABASE_URL') + '/storage/v1/bucket')))`,
]
const FUNCTIONS = 10

const client = createClient({ baseUrl: url })
const slugs = Array.from({ length: FUNCTIONS }, (_, number) => `greedy${number}`)
for (const [number, slug] of slugs.entries()) {
  const content = `Deno.serve(async () => { ${GREEDY[number % GREEDY.length]}; return new Response('x') })`
  await client.call(deployFunction, {
    params: { ref: 'default', function: slug },
    body: { files: [{ name: 'index.ts', content }] },
  })
}
await Promise.all(
  slugs.map(async (slug) => {
    process.send?.('begun')
    for (;;) {
      const answer = await fetch(`${api}/default/functions/v1/${slug}`, {
        headers: { authorization: `Bearer ${key}` },
      }).catch(() => undefined)
      await answer?.text().catch(() => {})
    }
  }),
)
