/**
 * What runs in the process of a function before the function does. Its variables come by the standard input, and not as the
 * process’s own: one such as LD_PRELOAD would take effect before Deno’s permissions do. In a network namespace it listens for the
 * proxied calls of the function and for its connections to the database, and passes them on to the doors.
 */
export const BOOT_SCRIPT = `
const pieces = [];
const buffer = new Uint8Array(65536);
for (;;) {
  const read = Deno.stdin.readSync(buffer);
  if (read === null) break;
  pieces.push(buffer.slice(0, read));
}
const { env, relays } = JSON.parse(await new Blob(pieces).text());
for (const name of Object.keys(Deno.env.toObject())) if (!/^(DENO_SERVE_ADDRESS|DENO_DIR|NO_COLOR|HTTPS?_PROXY)$/.test(name)) Deno.env.delete(name);
for (const [name, value] of Object.entries(env)) Deno.env.set(name, value);
const waiting = new Set();
globalThis.EdgeRuntime = Object.freeze({
  waitUntil(promise) {
    const known = Promise.resolve(promise).catch((error) => console.error(error)).finally(() => waiting.delete(known));
    waiting.add(known);
    return known;
  },
});
let isServed = false;
const { serve } = Deno;
Deno.serve = (...given) => {
  isServed = true;
  return serve(...given);
};
// \`export default { fetch }\`: the program that starts it does not serve it by itself.
setTimeout(async () => {
  const handler = (await import(Deno.mainModule).catch(() => undefined))?.default;
  if (!isServed && typeof handler?.fetch === 'function') serve((request, info) => handler.fetch(request, info));
}, 0);
const { connect } = Deno;
for (const { port, path } of relays) {
  const listener = Deno.listen({ hostname: '127.0.0.1', port });
  // What keeps the loop alive here would keep the function from starting.
  listener.unref();
  (async () => {
    for await (const from of listener) {
      connect({ transport: 'unix', path }).then((to) => {
        from.readable.pipeTo(to.writable).catch(() => {});
        to.readable.pipeTo(from.writable).catch(() => {});
      }, () => from.close());
    }
  })();
}
`
