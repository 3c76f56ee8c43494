/**
 * Loaded before a program (`--require`): records the program's changes to the files below BASEDECK_TRACED, in order,
 * into BASEDECK_TRACE, one JSON value per line. `globalThis.acknowledge(n)` records that change `n` was acknowledged.
 */
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const { resolve } = require('node:path')

const root = resolve(process.env.BASEDECK_TRACED)
const own = { ...fs }
const trace = own.openSync(process.env.BASEDECK_TRACE, 'a')
const paths = new Map()

const note = (step) => own.writeSync(trace, `${JSON.stringify(step)}\n`)
const below = (path) =>
  typeof path === 'string' && resolve(path).startsWith(root) ? resolve(path) : undefined

globalThis.acknowledge = (change) => note({ do: 'acknowledge', change })

fs.openSync = (path, flags, mode) => {
  const descriptor = own.openSync(path, flags, mode)
  const traced = below(path)
  paths.delete(descriptor)
  if (traced) {
    paths.set(descriptor, traced)
    const creates = typeof flags === 'number' && (flags & own.constants.O_CREAT) !== 0
    const truncates = typeof flags === 'number' && (flags & own.constants.O_TRUNC) !== 0
    if (creates || truncates) note({ do: 'open', path: traced, truncates })
  }
  return descriptor
}
fs.closeSync = (descriptor) => {
  paths.delete(descriptor)
  return own.closeSync(descriptor)
}
fs.writeSync = (descriptor, buffer, offset, length, position) => {
  const written = own.writeSync(descriptor, buffer, offset, length, position)
  const path = paths.get(descriptor)
  if (path) {
    const bytes = Buffer.from(buffer.buffer, buffer.byteOffset + (offset ?? 0), written)
    note({ do: 'write', path, position, bytes: bytes.toString('base64') })
  }
  return written
}
fs.ftruncateSync = (descriptor, length = 0) => {
  own.ftruncateSync(descriptor, length)
  const path = paths.get(descriptor)
  if (path) note({ do: 'truncate', path, length })
}
fs.truncateSync = (path, length = 0) => {
  own.truncateSync(path, length)
  if (below(path)) note({ do: 'truncate', path: below(path), length })
}
fs.fsyncSync = (descriptor) => {
  own.fsyncSync(descriptor)
  const path = paths.get(descriptor)
  if (path) note({ do: 'sync', path })
}
fs.renameSync = (from, to) => {
  own.renameSync(from, to)
  if (below(from)) note({ do: 'rename', path: below(from), to: resolve(to) })
}
fs.unlinkSync = (path) => {
  own.unlinkSync(path)
  if (below(path)) note({ do: 'remove', path: below(path) })
}
fs.mkdirSync = (path, options) => {
  const made = own.mkdirSync(path, options)
  if (below(path)) note({ do: 'mkdir', path: below(path) })
  return made
}
fs.rmdirSync = (path) => {
  own.rmdirSync(path)
  if (below(path)) note({ do: 'remove', path: below(path) })
}
// Emscripten makes an empty file so.
fs.writeFileSync = (path, data, options) => {
  const traced = below(path)
  if (traced && data !== '') throw new Error(`writeFileSync with content is not traced: ${path}`)
  own.writeFileSync(path, data, options)
  if (traced) note({ do: 'open', path: traced, truncates: true })
}
for (const name of ['writevSync', 'copyFileSync', 'linkSync', 'symlinkSync', 'appendFileSync']) {
  fs[name] = (path, ...rest) => {
    if (below(path) || paths.has(path)) throw new Error(`${name} is not traced: ${path}`)
    return own[name](path, ...rest)
  }
}
syncBuiltinESMExports()
