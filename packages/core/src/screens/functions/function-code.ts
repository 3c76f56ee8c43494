/** The files of a function as they are edited, and their deploy. What is typed is kept in the window. */
import {
  DENO_TYPES_PATH,
  PlatformError,
  type DeployLine,
  type FunctionDeploy,
  type FunctionFile as DeployedFile,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores'
import * as v from 'valibot'
import { functionDeployment, functionsRuntimeQuery } from '../../data/functions.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { deployMarks, type DeployMark } from '../../rules/functions/deploy-marks.js'
import {
  fileLanguage,
  pathProblem,
  withContent,
  withFile,
  withoutFile,
  withRenamed,
  type FileLanguage,
} from '../../rules/functions/function-files.js'
import { functionsText } from '../../text/functions.js'
import type { Needs } from '../context.js'

const text = functionsText.code

/** A file that is edited. A binary one is deployed as it is. */
export type EditedFile = DeployedFile

/** What a deploy said. */
export interface DeployOutput {
  isRefused: boolean
  lines: readonly { key: string; level: DeployLine['level']; place: string; text: string }[]
}

/** The open file. */
export interface OpenFile {
  name: string
  content: string
  language: FileLanguage
  isBinary: boolean
}

/** The part of a page that edits the files of a function. */
export interface FunctionCode {
  readonly form: Form<{ files: EditedFile[] }>
  readonly $files: ReadableAtom<readonly { name: string; isEntry: boolean }[]>
  readonly $open: ReadableAtom<OpenFile | null>
  open(name: string): void
  type(content: string): void
  readonly $output: ReadableAtom<DeployOutput | null>
  /** Where a refused deploy points to in the open file, as it was deployed. */
  readonly $marks: ReadableAtom<readonly DeployMark[]>
  /** The address of Deno’s types; null: Deno is not there. */
  readonly $typesPath: ReadableAtom<string | null>
  /** The dialog of a path; `renames` is the file that gets another one, null adds a file; undefined: it is closed. */
  readonly $naming: ReadableAtom<{ renames: string | null } | undefined>
  readonly path: Form<{ path: string }>
  addFile(): void
  renameFile(name: string): void
  closeNaming(): void
  deleteFile(name: string): void
}

/** Whose files are edited, and what follows a deploy. */
export interface FunctionCodeOptions {
  ref: string
  /** Under which name they are deployed. */
  slug(): string
  first: readonly EditedFile[]
  $entrypoint: WritableAtom<string>
  /** What else is deployed. */
  settings(): { name?: string; verify_jwt?: boolean }
  deployed(deploy: FunctionDeploy): void
}

const fileSchema = v.object({
  name: v.string(),
  content: v.string(),
  encoding: v.optional(v.picklist(['base64'])),
})

export function createFunctionCode(
  { client, queries }: Needs<'client' | 'queries'>,
  { ref, slug, first, $entrypoint, settings, deployed }: FunctionCodeOptions,
): FunctionCode {
  const $output = atom<DeployOutput | null>(null)
  const $refused = atom<{ lines: readonly DeployLine[]; files: readonly EditedFile[] } | null>(null)
  const $denoRuntime = queries.store(functionsRuntimeQuery(client, ref))
  const $chosen = atom<string | null>(null)
  const $naming = atom<{ renames: string | null } | undefined>()
  const form = createForm({
    schema: v.object({ files: v.array(fileSchema) }),
    initial: { files: [...first] },
    async submit({ files }) {
      $output.set(null)
      $refused.set(null)
      const body = { ...settings(), files, entrypoint: $entrypoint.get() }
      try {
        const deploy = await mutate(queries, functionDeployment(client, ref), { slug: slug(), body })
        $output.set({ isRefused: false, lines: linesOf(deploy.output) })
        form.start({ files })
        deployed(deploy)
      } catch (error) {
        const lines = refusedLines(error)
        if (lines) $output.set({ isRefused: true, lines: linesOf(lines) })
        if (lines) $refused.set({ lines, files })
        throw error
      }
    },
  })
  const files = () => form.$values.get().files
  const change = (next: readonly EditedFile[]) => form.set('files', [...next])
  const $opened = computed(
    [form.$values, $chosen, $entrypoint],
    (values, chosen, entry) =>
      values.files.find(({ name }) => name === (chosen ?? entry)) ?? values.files[0] ?? null,
  )
  const problemOf = (path: string) => {
    const renames = $naming.get()?.renames ?? null
    const others = files()
      .map(({ name }) => name)
      .filter((name) => name !== renames)
    return pathProblem(path, others)
  }
  const path = createForm({
    schema: v.object({
      path: v.pipe(
        v.string(),
        v.rawCheck(({ dataset, addIssue }) => {
          const problem = dataset.typed ? problemOf(dataset.value) : null
          if (problem !== null) addIssue({ message: text.problems[problem] })
        }),
      ),
    }),
    initial: { path: '' },
    async submit({ path: typed }) {
      const renames = $naming.get()?.renames ?? null
      const name = typed.trim()
      if (renames === null) change(withFile(files(), name))
      else {
        change(withRenamed(files(), renames, name))
        if ($entrypoint.get() === renames) $entrypoint.set(name)
      }
      $chosen.set(name)
      $naming.set(undefined)
    },
  })
  const ask = (renames: string | null) => {
    path.reset()
    path.start({ path: renames ?? '' })
    $naming.set({ renames })
  }
  return {
    form,
    $files: computed([form.$values, $entrypoint], (values, entry) =>
      values.files
        .map(({ name }) => ({ name, isEntry: name === entry }))
        .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    ),
    $open: computed($opened, (file) => file && openedOf(file)),
    open: (name) => $chosen.set(name),
    type(content) {
      const file = $opened.get()
      if (file) change(withContent(files(), file.name, content))
    },
    $output,
    $marks: computed([$refused, $opened], (refused, opened) => {
      const deployed = refused?.files.find(({ name }) => name === opened?.name)
      return refused && deployed ? deployMarks(refused.lines, deployed.name, deployed.content) : []
    }),
    $typesPath: computed($denoRuntime, (found) =>
      found.status === 'ready' && found.data.deno_version !== null
        ? `${DENO_TYPES_PATH}/${found.data.deno_version}/deno.d.ts`
        : null,
    ),
    $naming,
    path,
    addFile: () => ask(null),
    renameFile: ask,
    closeNaming: () => $naming.set(undefined),
    deleteFile(name) {
      change(withoutFile(files(), name))
      if ($chosen.get() === name) $chosen.set(null)
    },
  }
}

function openedOf({ name, content, encoding }: EditedFile): OpenFile {
  return { name, content, language: fileLanguage(name), isBinary: encoding === 'base64' }
}

function linesOf(lines: readonly DeployLine[]): DeployOutput['lines'] {
  return lines.map(({ level, text: said, file, line, column }, index) => ({
    key: String(index),
    level,
    place: file === undefined ? '' : text.at(file, line, column),
    text: said,
  }))
}

/** The lines of a refused deploy; null: it failed for another reason. */
function refusedLines(error: unknown): readonly DeployLine[] | null {
  if (!(error instanceof PlatformError) || error.code !== 'function_refused') return null
  const { output } = (error.body ?? {}) as { output?: unknown }
  return Array.isArray(output) ? (output as DeployLine[]) : null
}
