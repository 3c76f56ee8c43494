// What completion, hover and parameter hints know in TypeScript: the language itself, and declarations from an address. The
// service is large, so it loads with the first file of TypeScript, beside the editor.

/** The worker of the service. */
export async function typescriptWorker(): Promise<Worker> {
  const { default: TypescriptWorker } =
    await import('monaco-editor/languages/features/typescript/ts.worker?worker')
  return new TypescriptWorker()
}

let known: string | undefined
let isBegun = false

/** Without it the editor works, and suggests nothing. @param address of a declaration file */
export async function knowTypes(address: string): Promise<void> {
  if (known === address) return
  known = address
  try {
    const [service, mode, answer] = await Promise.all([
      import('monaco-editor/languages/features/typescript/register'),
      import('monaco-editor/languages/features/typescript/tsMode'),
      fetch(address),
    ])
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    const { typescriptDefaults, ModuleKind, ModuleResolutionKind, ScriptTarget } = service
    typescriptDefaults.setModeConfiguration({
      completionItems: true,
      hovers: true,
      signatureHelp: true,
      diagnostics: true,
    })
    // Packages of npm are known at the deploy alone: there types are checked.
    typescriptDefaults.setDiagnosticsOptions({ noSemanticValidation: true, noSuggestionDiagnostics: true })
    typescriptDefaults.setCompilerOptions({
      target: ScriptTarget.ESNext,
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.NodeJs,
      // No document, no window: Deno has its own declarations of the web.
      lib: ['lib.esnext.d.ts'],
      allowNonTsExtensions: true,
      strict: true,
      noEmit: true,
    })
    typescriptDefaults.setExtraLibs([{ content: await answer.text(), filePath: 'file:///deno.d.ts' }])
    // By itself it begins with the first text of the language, which is open already.
    if (!isBegun) mode.setupTypeScript(typescriptDefaults)
    isBegun = true
  } catch (cause) {
    known = undefined
    console.warn('The types of Deno could not be loaded.', cause)
  }
}
