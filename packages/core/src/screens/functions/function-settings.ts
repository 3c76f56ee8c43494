/** The settings of one function: how it is called, who may call it, and how much it may take. */
import {
  FUNCTION_MEMORY_MAX_MB,
  FUNCTION_MEMORY_MIN_MB,
  FUNCTION_TIMEOUT_MAX_SECONDS,
  type EdgeFunction,
} from '@basedeck/platform-client'
import * as v from 'valibot'
import { functionUpdate } from '../../data/functions.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { functionsText } from '../../text/functions.js'
import type { Needs } from '../context.js'

const text = functionsText.settings

/** The settings as they are typed. */
export interface FunctionSettingsValues {
  name: string
  verify_jwt: boolean
  timeout_seconds: string
  memory_mb: string
}

const NAME_LENGTH_MAX = 128
const between = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.check(
      (typed) => {
        const number = Number(typed)
        return /^\s*\d+\s*$/.test(typed) && number >= least && number <= most
      },
      text.outside(least, most),
    ),
  )

export function createFunctionSettings(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  { ref, slug }: { ref: string; slug: string },
): Form<FunctionSettingsValues> {
  return createForm({
    schema: v.object({
      name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NAME_LENGTH_MAX)),
      verify_jwt: v.boolean(),
      timeout_seconds: between(1, FUNCTION_TIMEOUT_MAX_SECONDS),
      memory_mb: between(FUNCTION_MEMORY_MIN_MB, FUNCTION_MEMORY_MAX_MB),
    }),
    initial: { name: slug, verify_jwt: true, timeout_seconds: '', memory_mb: '' },
    async submit({ name, verify_jwt, timeout_seconds, memory_mb }) {
      const body = {
        name,
        verify_jwt,
        timeout_seconds: Number(timeout_seconds),
        memory_mb: Number(memory_mb),
      }
      await mutate(queries, functionUpdate(client, ref), { slug, body })
      host.notifier.notify({ kind: 'success', message: text.saved })
    },
  })
}

/** The settings of a function as its form has them. */
export function settingsValues(found: EdgeFunction): FunctionSettingsValues {
  return {
    name: found.name,
    verify_jwt: found.verify_jwt,
    timeout_seconds: String(found.timeout_seconds),
    memory_mb: String(found.memory_mb),
  }
}
