/** The examples of a README as programs: what a line says that it gives is compared when the program runs. */

/** The `ts` blocks of a Markdown text. Blocks of other languages are no programs: they need a shell or a bundler. */
export function examplesOf(markdown) {
  return [...markdown.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code)
}

/**
 * The example with a comparison for each line of the form `expression // value`; words after an en dash explain the
 * value. Other comments are left alone.
 */
export function compared(code) {
  const lines = code.split('\n').map((line) => {
    const [, expression, comment] = /^(?!import |const |let |\/\/)(\S.*?) \/\/ (.+)$/.exec(line) ?? []
    const value = comment?.split(' – ')[0]
    if (value === undefined || !/^([[{'"\d-]|true|false|null)/.test(value)) return line
    return `assert.deepEqual(${expression}, ${value})`
  })
  return `import assert from 'node:assert/strict'\n${lines.join('\n')}`
}
