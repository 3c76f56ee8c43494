/** Each noun of core's rules is an entry point of the package. This says which noun is not, and what it lacks. */

/**
 * What is wrong, each as a sentence.
 * @param nouns the names of the files in `rules/nouns`
 * @param exports of core's package.json
 * @param index the text of `rules/index.ts`
 * @param readme the text of core's README
 */
export function nounProblems({ nouns, exports, index, readme }) {
  return nouns.flatMap((noun) => {
    const source = exports[`./rules/${noun}`]?.['@basedeck/source']
    return [
      ...(source === `./src/rules/nouns/${noun}.ts`
        ? []
        : [`packages/core/package.json: no entry point ./rules/${noun} for rules/nouns/${noun}.ts`]),
      ...(index.includes(`'./nouns/${noun}.js'`)
        ? []
        : [`packages/core/src/rules/index.ts does not export nouns/${noun}.js`]),
      ...(readme.includes(`\`${noun}\``) ? [] : [`packages/core/README.md does not list the noun ${noun}`]),
    ]
  })
}
