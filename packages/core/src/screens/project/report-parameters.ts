/** The parameters of a report: what its reader chose, kept on the device, and how its editor changes them. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import type { Host } from '../../ports/index.js'
import {
  parameterProblem,
  REPORT_PARAMETER_TYPES,
  withoutParameter,
  withParameter,
  type OwnReport,
  type ReportParameter,
} from '../../rules/project/own-report.js'
import { chosenValue, isFittingValue, valuesOf } from '../../rules/project/report-run.js'
import type { RunValues } from '../../rules/sql/run-values.js'
import { ownReportsText } from '../../text/own-reports.js'
import { createKeptValues } from '../query/kept-values.js'
import type { ReportEditing } from './report-editing.js'

const text = ownReportsText.parameter

/** A parameter with what it has now. */
export interface ShownReportParameter extends ReportParameter {
  /** Null: NULL. */
  chosen: string | null
  /** Why what is typed is not used; null: it is. */
  problem: string | null
}

/** What a parameter's form holds. */
export interface ParameterForm {
  name: string
  type: ReportParameter['type']
  value: string
  /** One a line. */
  choices: string
}

export interface ReportParameters {
  readonly $parameters: ReadableAtom<readonly ShownReportParameter[]>
  /** Chooses a value for this device alone. */
  setValue(name: string, value: string | null): void
  /** Of queries, by the names that they use; null: what is typed can't be sent. */
  values(): RunValues | null
  /** The parameter whose form is open; `new`; null: none is. */
  readonly $edited: ReadableAtom<string | null>
  readonly form: Form<ParameterForm>
  /** @param name absent: a new one */
  edit(name?: string): void
  closeEdit(): void
  remove(name: string): void
}

const NEW = 'new'

/** @param key under which the values are kept on the device */
export function createReportParameters(
  { storage, clock }: Pick<Host, 'storage' | 'clock'>,
  { $report, change }: Pick<ReportEditing, '$report' | 'change'>,
  key: string,
): ReportParameters {
  const kept = createKeptValues(storage, key)
  const $edited = atom<string | null>(null)
  const $parameters = computed([$report, kept.$values], (report, given) =>
    (report?.parameters ?? []).map((parameter): ShownReportParameter => {
      const typed = Object.hasOwn(given, parameter.name) ? (given[parameter.name] ?? null) : parameter.value
      return {
        ...parameter,
        chosen: parameter.type === 'choice' ? chosenValue(parameter, given) : typed,
        problem: isFittingValue(parameter, typed) ? null : text.notFitting(parameter.type),
      }
    }),
  )
  /** The name of the one that is edited; null: a new one. */
  let before: string | null = null
  const form = createForm({
    schema: v.pipe(
      v.object({
        name: v.pipe(v.string(), v.trim()),
        type: v.picklist(REPORT_PARAMETER_TYPES),
        value: v.string(),
        choices: v.string(),
      }),
      v.rawCheck(({ dataset, addIssue }) => {
        const report = $report.get()
        if (!dataset.typed || !report) return
        const given = parameterOf(dataset.value)
        const problem = parameterProblem(report, given, before)
        const path = (field: 'name' | 'choices' | 'value') => [
          {
            type: 'object' as const,
            origin: 'value' as const,
            input: dataset.value,
            key: field,
            value: dataset.value[field],
          },
        ]
        if (problem)
          addIssue({
            message: text.problems[problem],
            path: path(problem === 'choices-wanted' ? 'choices' : 'name') as never,
          })
        if (!isFittingValue(given, given.value))
          addIssue({ message: text.notFitting(given.type), path: path('value') as never })
      }),
    ),
    initial: { name: '', type: 'text', value: '', choices: '' } as ParameterForm,
    async submit(values) {
      change((report: OwnReport) => withParameter(report, parameterOf(values), before))
      $edited.set(null)
    },
  })

  return {
    $parameters,
    setValue: kept.set,
    values() {
      const report = $report.get()
      if (!report || $parameters.get().some(({ problem }) => problem !== null)) return null
      const now = clock.now()
      return valuesOf(report.parameters, kept.$values.get(), {
        now,
        offsetMinutes: -new Date(now).getTimezoneOffset(),
      })
    },
    $edited,
    form,
    edit(name) {
      const found = $report.get()?.parameters.find((one) => one.name === name)
      before = found?.name ?? null
      form.start(
        found
          ? {
              name: found.name,
              type: found.type,
              value: found.value ?? '',
              choices: found.choices.join('\n'),
            }
          : { name: '', type: 'text', value: '', choices: '' },
      )
      $edited.set(found?.name ?? NEW)
    },
    closeEdit: () => $edited.set(null),
    remove(name) {
      change((report) => withoutParameter(report, name))
      $edited.set(null)
    },
  }
}

function parameterOf({ name, type, value, choices }: ParameterForm): ReportParameter {
  const lines = choices
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return {
    name: name.trim(),
    type,
    value: value.trim() === '' && type !== 'text' ? null : value,
    choices: type === 'choice' ? [...new Set(lines)] : [],
  }
}
