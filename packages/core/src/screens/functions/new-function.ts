/** `/project/{ref}/functions/new`: a name, a template, and its first deploy. */
import { functionSlug } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { createForm, type Form } from '../../kernel/form.js'
import type { Disposable } from '../../kernel/screen.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { FUNCTION_TEMPLATES, type FunctionTemplate } from '../../text/function-templates.js'
import { functionsText } from '../../text/functions.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createFunctionCode, type FunctionCode } from './function-code.js'

const text = functionsText.fresh
/** Pages beside those of functions. */
const RESERVED = ['new', 'secrets']
const ENTRYPOINT = 'index.ts'

/** The page of a new function. */
export interface NewFunctionScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly templates: readonly FunctionTemplate[]
  readonly $template: ReadableAtom<string>
  choose(key: string): void
  readonly naming: Form<{ name: string; verify_jwt: boolean }>
  readonly code: FunctionCode
  readonly $mayChange: ReadableAtom<ControlState>
  /** Checks the name, and deploys. */
  deploy(): Promise<void>
}

const codeOf = (key: string) => FUNCTION_TEMPLATES.find((one) => one.key === key)?.code ?? ''

export function createNewFunction(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'formDrafts'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): NewFunctionScreen {
  const { host, router, formDrafts } = context
  const $template = atom(FUNCTION_TEMPLATES[0]?.key ?? '')
  const $entrypoint = atom(ENTRYPOINT)
  const naming = createForm({
    schema: v.object({
      name: v.pipe(
        v.string(),
        v.trim(),
        v.check((name) => v.safeParse(functionSlug, name).success, text.nameWanted),
        v.check((name) => !RESERVED.includes(name.toLowerCase()), text.nameReserved),
      ),
      verify_jwt: v.boolean(),
    }),
    initial: { name: '', verify_jwt: true },
    async submit(values) {
      naming.start(values)
    },
  })
  const code = createFunctionCode(context, {
    ref,
    slug: () => naming.$values.get().name.trim(),
    first: [{ name: ENTRYPOINT, content: codeOf($template.get()) }],
    $entrypoint,
    settings: () => ({ verify_jwt: naming.$values.get().verify_jwt }),
    deployed(deploy) {
      const { slug, version } = deploy.function
      naming.reset()
      host.notifier.notify({ kind: 'success', message: functionsText.code.deployed(version) })
      router.open(router.href('edgeFunction', { ref, function: slug }))
    },
  })
  formDrafts.keep(`functions/${ref}/new`, code.form)
  formDrafts.keep(`functions/${ref}/new-name`, naming)
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'functions' },
    functionsText.list.mayNot,
  )
  return {
    title,
    gate,
    templates: FUNCTION_TEMPLATES,
    $template,
    choose(key) {
      $template.set(key)
      code.form.reset()
      code.form.start({ files: [{ name: ENTRYPOINT, content: codeOf(key) }] })
      $entrypoint.set(ENTRYPOINT)
    },
    naming,
    code,
    $mayChange,
    async deploy() {
      if ($mayChange.get().disabled) return
      if ((await naming.submit()).type === 'done') await code.form.submit()
    },
    dispose: $mayChange.listen(() => undefined),
  }
}
