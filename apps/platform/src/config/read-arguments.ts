/** Reads arguments by Node's own reader, with sentences of ours. */
import { parseArgs } from 'node:util'
import { optionText } from '../text/options.js'

/** @throws with a sentence of ours */
export function strictly<Parsed>(read: () => Parsed): Parsed {
  try {
    return read()
  } catch (error) {
    throw new Error(argumentProblem(error), { cause: error })
  }
}

/** Node's own sentences advise what this program does not take, over several lines. */
function argumentProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const option = /'(?:-\w, )?(-[^\s'=]*)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return optionText.unknownOption(option)
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  return message.includes('does not take') ? optionText.takesNoValue(option) : optionText.needsValue(option)
}

/** Words and options that take a text. @throws with a sentence */
export function textOptions(
  args: string[],
  flags: readonly string[],
): { values: Record<string, string>; positionals: string[] } {
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
    }),
  )
  return { values: values as Record<string, string>, positionals }
}
