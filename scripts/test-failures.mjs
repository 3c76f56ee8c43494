/** Tests that failed, read from the reports of their runners, and how the end of a run tells them. */
import { stripVTControlCharacters } from 'node:util'

/** How many failed tests are run once more. More than a few are no accident of a busy machine. */
export const MAY_RUN_AGAIN = 5
const LINES_OF_MESSAGE = 12

/**
 * @param result what vitest's JSON reporter wrote
 * @returns `step`, `file` (absolute), `name`, `message` of each failed test; a file that does not load is one
 */
export function failedUnitTests(result) {
  return result.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0)
      return status === 'failed' ? [{ step: 'unit', file, name: 'the file', message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      step: 'unit',
      file,
      name: fullName,
      message: failureMessages.join('\n'),
    }))
  })
}

/**
 * @param result what Playwright's JSON reporter wrote
 * @returns `step`, `file` (with its line), `project`, `name`, `message` of each failed journey
 */
export function failedJourneys(result) {
  return result.suites.flatMap(journeysOf)
}

function journeysOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        step: 'browser',
        file: `e2e/${file}:${line}`,
        project: projectName,
        name: title,
        message: results.flatMap(({ error }) => (error ? [error.message] : [])).join('\n'),
      })),
  )
  return [...own, ...suites.flatMap(journeysOf)]
}

/** The failed tests with the first lines of what they said: the end of a log tells what to look for. */
export function failureDigest(failures) {
  return failures
    .map(({ file, name, message, passedAgain }) => {
      const lines = stripVTControlCharacters(message ?? '')
        .split('\n')
        .slice(0, LINES_OF_MESSAGE)
      const outcome = passedAgain ? 'Failed beside the others, passed when run again alone' : 'Failed'
      return [`${outcome}: ${file} › ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
    })
    .join('\n')
}
