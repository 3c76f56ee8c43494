/**
 * A document that a user edits: named fields, with or without a text, of which the platform has a version. A
 * change is stored on this device at once. It is saved automatically or on demand, and the version of another
 * person is never overwritten unseen.
 * @spec §4 (SQL snippet saving)
 */
import { newId, toPlatformError, type PlatformError } from '@basedeck/platform-client'
import { atom, computed } from 'nanostores'
import { createScope } from '../../kernel/screen.js'
import { differing } from '../../rules/documents/differing.js'
import { FOLLOWED_SAVE_MS, followed } from '../../rules/documents/document-following.js'
import {
  afterChange,
  afterSaveBegan,
  afterSaved,
  afterSaveFailed,
  afterTyped,
  asStored,
  basedOn,
  conflictWith,
  fieldsOf,
  versionAge,
  type DocumentConflict,
  type StoredVersion,
} from '../../rules/documents/document-saving.js'
import { retryDelayMs } from '../../rules/help/retry-delay.js'
import type { DocumentRecord } from './document-records.js'
import type {
  DocumentProblem,
  LocalDocument,
  DocumentStatus,
  DocumentChoice,
  SaveOutcome,
  Document,
  Refusal,
  DocumentDeps,
} from './document-types.js'

/** The number of saves that a device remembers as its own. */
const SAVES_KEPT = 10

export function createDocument<Fields extends object, Stored extends object>(
  deps: DocumentDeps<Fields, Stored>,
): Document<Fields, Stored> {
  type State = LocalDocument<Fields>
  const { clock, draft, record, isNew = false, versionOf } = deps
  const scope = createScope()
  const isKnown = isNew || record !== undefined
  const textHere = () => draft?.$text.get() ?? null
  const $local = atom<State>({
    ...stateOf(record),
    saving: 'IDLE',
    needsSave: record?.needsSave ?? (isNew && (textHere() ?? '') !== ''),
    isNotSavedInDatabaseYet: isKnown && (record?.base ?? null) === null,
  })
  const $status = atom<DocumentStatus>({ status: firstStatus() })
  const $conflict = atom<({ theirs: Stored } & DocumentConflict<Fields>) | null>(null)
  /** The texts that the platform had or was sent: such a text is not a change by others. */
  const knownTexts = new Set<string | null>()
  let lastStored: Stored | undefined
  /** The saves of this device, all windows and reloads together: none of them is another person's. */
  let saves = record?.saves ?? []
  const knownSaves = () => [...new Set([...(deps.read()?.saves ?? []), ...saves])].slice(-SAVES_KEPT)
  let failures = 0
  let isSaving = false
  /** What has to be saved was changed in another window, which saves it. */
  let isNeedFollowed = false
  /** Another window changed something that it has not saved. */
  let needsSaveElsewhere = false
  let hasEnded = false
  let stopRetry = () => {}
  scope.add(() => {
    hasEnded = true
    stopRetry()
  })

  function stateOf(known: DocumentRecord<Fields> | undefined) {
    const fields = known?.fields ?? deps.initial
    const changed = Object.entries(fields).filter(([name]) => known?.changed.includes(name))
    return {
      stored: { ...fields, ...known?.from },
      typed: Object.fromEntries(changed) as Partial<Fields>,
      base: known?.base ?? null,
      isTextChanged: known?.isTextChanged ?? isNew,
      baseText: known?.baseText ?? null,
    }
  }
  function firstStatus(): 'deleted' | 'ready' | 'loading' {
    if (record?.isDeleted) return 'deleted'
    const isHere = isNew || record?.needsSave || (textHere() ?? '') !== '' || record?.base === null
    return isKnown && isHere ? 'ready' : 'loading'
  }

  const keep = () => {
    // The owner has signed out: the record is theirs.
    if (hasEnded) return
    const { stored, typed, base, needsSave, isTextChanged, baseText, problem } = $local.get()
    const changed = Object.keys(typed)
    const from = Object.entries(stored).filter(([name]) => name in typed)
    deps.write({
      fields: { ...stored, ...typed },
      base,
      needsSave: needsSave || isSaving,
      changed,
      from: Object.fromEntries(from) as Partial<Fields>,
      isTextChanged,
      baseText,
      isDeleted: $status.get().status === 'deleted',
      isRefused: problem !== undefined && problem.type !== 'again-later',
      saves: knownSaves(),
    })
  }
  const set = (state: State) => {
    $local.set(state)
    keep()
  }
  const mayBeSaved = () =>
    $status.get().status === 'ready' &&
    !$conflict.get() &&
    (draft?.$theirs.get() ?? null) === null &&
    $local.get().needsSave
  const markChanged = (state: State) => {
    isNeedFollowed = false
    set(afterChange(state))
    deps.touch?.()
  }
  /** From now on the local version builds on the stored one. */
  const rebase = (version: StoredVersion<Fields>) => {
    knownTexts.add(version.text)
    set({ ...basedOn<Fields, State>($local.get(), version), problem: undefined })
  }
  const fail = (problem: DocumentProblem, error?: PlatformError): SaveOutcome => {
    set({ ...afterSaveFailed($local.get()), problem })
    return { type: 'failed', problem, ...(error ? { error } : {}) }
  }
  const retryLater = () => {
    stopRetry()
    stopRetry = clock.after(retryDelayMs(failures++), () => void save())
  }
  const fieldsToSend = (state: State) => deps.normal?.(fieldsOf(state)) ?? fieldsOf(state)
  const conflictIn = (version: StoredVersion<Fields>) => {
    const state = $local.get()
    const stored = deps.normal?.(state.stored) ?? state.stored
    const theirs = { ...version, fields: deps.normal?.(version.fields) ?? version.fields }
    const here = { fields: fieldsToSend(state), text: textHere() }
    return conflictWith({ ...state, stored }, here, theirs, deps.asksAbout)
  }
  /** A save of ours whose answer was lost, one of another window, or a text that is already known. */
  const isOurs = ({ version, saveId, text }: StoredVersion<Fields>) =>
    knownSaves().some((known) => known === saveId) ||
    (text !== null && knownTexts.has(text)) ||
    deps.read()?.base === version

  async function save(): Promise<SaveOutcome> {
    stopRetry()
    if (!$local.get().needsSave) return { type: 'done' }
    if (isSaving || hasEnded || !mayBeSaved()) return { type: 'waiting' }
    const state = $local.get()
    const objection = deps.objection?.(fieldsOf(state))
    if (objection) return fail(objection)
    const text = textHere()
    const sent = state.typed
    const fields = fieldsToSend(state)
    const changed = new Set(
      Object.keys(differing(pick(fields, sent), deps.normal?.(state.stored) ?? state.stored)),
    )
    const saveId = newId()
    const afterSaves = knownSaves()
    // Written before sending, so that a reloaded page recognises this save.
    saves = [...afterSaves, saveId]
    isSaving = true
    set({ ...afterSaveBegan(state), problem: undefined })
    knownTexts.add(text)
    try {
      const { base, isTextChanged } = state
      const stored = await deps.send({ fields, text, changed, isTextChanged, base, saveId, afterSaves })
      // Written before it counts as stored, so that it is not fetched.
      if (typeof stored === 'object') deps.saved(stored)
      isSaving = false
      if (typeof stored === 'string') return fail({ type: stored })
      if (stored) return succeed(stored, sent, text)
      set({ ...$local.get(), saving: 'IDLE', needsSave: true })
      return { type: 'waiting' }
    } catch (error) {
      const refused = toPlatformError(error)
      const refusal = await deps.refusal(refused)
      isSaving = false
      return refuse(refused, refusal)
    }
  }
  const succeed = (stored: Stored, fields: Partial<Fields>, text: string | null): SaveOutcome => {
    failures = 0
    lastStored = stored
    const isTextChanged = textHere() !== text
    const saved = afterSaved<Fields, State>($local.get(), versionOf(stored), { fields, isTextChanged })
    // The other window typed on while this one was saving.
    isNeedFollowed = !saved.needsSave && needsSaveElsewhere && isTextChanged
    const needsSave = saved.needsSave || isNeedFollowed
    set({ ...saved, needsSave, problem: undefined })
    if (needsSave) deps.touch?.()
    return { type: 'done' }
  }
  const refuse = (
    error: PlatformError,
    refusal: Refusal<Fields, Stored>,
  ): SaveOutcome | Promise<SaveOutcome> => {
    const { type, stored, changes } = refusal
    if (type === 'save-with') {
      const state = { ...$local.get(), saving: 'IDLE' as const }
      set(afterChange({ ...state, typed: { ...state.typed, ...changes } }))
      return save()
    }
    if (stored) lastStored = stored
    const version = stored && versionOf(stored)
    const conflict = version && (isOurs(version) ? null : conflictIn(version))
    if (version && !conflict) {
      takeUntouched(version)
      set({ ...afterChange($local.get()), saving: 'IDLE' })
      return save()
    }
    if (type === 'deleted') $status.set({ status: 'deleted' })
    const problem = { type, ...(error.kind === 'aborted' ? {} : { message: error.message }) }
    const outcome = fail(problem, error)
    if (stored && conflict) $conflict.set({ theirs: stored, ...conflict })
    if (type === 'again-later' && deps.touch) retryLater()
    deps.failed?.(problem)
    return outcome
  }
  /** A field that only they changed takes their value; local changes of other fields stay. */
  const takeUntouched = (version: StoredVersion<Fields>) => {
    const { isTextChanged } = $local.get()
    rebase(version)
    if (version.text !== null && !isTextChanged) draft?.set(version.text)
  }
  const take = (stored: Stored) => {
    const version = versionOf(stored)
    knownTexts.add(version.text)
    if (version.text !== null) draft?.set(version.text)
    set({ ...asStored<Fields, State>($local.get(), version), problem: undefined })
  }

  // While the windows have two texts to choose from, neither is saved.
  if (draft)
    scope.add(
      draft.$theirs.listen((theirs) => {
        if (theirs === null && $local.get().needsSave) deps.touch?.()
      }),
    )
  if (mayBeSaved()) deps.touch?.()
  const $theirText = draft?.$theirs ?? atom(null)

  return {
    $local,
    $status,
    $choice: computed([$conflict, $theirText], (conflict, text): DocumentChoice<Fields, Stored> | null => {
      if (conflict) return { by: 'other', ...conflict }
      return text === null ? null : { by: 'window', text }
    }),
    update(changes) {
      const next = afterTyped<Fields, State>($local.get(), changes)
      if (deps.touch) return markChanged(next)
      const isChanged = Object.keys(next.typed).length > 0
      set({ ...next, needsSave: isChanged })
      if (isChanged) return
      // The user typed the other text: nothing is left to choose.
      $conflict.set(null)
      if (lastStored) take(lastStored)
    },
    textChanged() {
      const state = $local.get()
      if (state.needsSave && state.isTextChanged && !isNeedFollowed) deps.touch?.()
      else markChanged({ ...state, isTextChanged: true })
    },
    save,
    async keepMine() {
      const conflict = $conflict.get()
      if (!conflict) {
        draft?.keepMine()
        return { type: 'waiting' }
      }
      $conflict.set(null)
      isNeedFollowed = false
      rebase(versionOf(conflict.theirs))
      set(afterChange($local.get()))
      return save()
    },
    takeTheirs() {
      const conflict = $conflict.get()
      $conflict.set(null)
      if (conflict) take(conflict.theirs)
      else draft?.takeTheirs()
    },
    revert() {
      $conflict.set(null)
      if (lastStored) take(lastStored)
    },
    adopt(stored) {
      const version = versionOf(stored)
      const { base, needsSave, stored: known } = $local.get()
      const news = versionAge(base, version.version)
      const isFirst = $status.get().status !== 'ready'
      // Answers from before the last save arrive late.
      if (news !== 'late') lastStored = stored
      if (isSaving || $conflict.get() || news === 'late') return
      if (!isFirst && news === 'known') {
        if (Object.keys(differing(version.fields, known)).length > 0) rebase(version)
        return
      }
      $status.set({ status: 'ready' })
      const conflict = needsSave && news === 'news' && !isOurs(version) ? conflictIn(version) : null
      if (conflict) {
        fail({ type: 'conflict' })
        return $conflict.set({ theirs: stored, ...conflict })
      }
      takeUntouched(version)
      if (needsSave) deps.touch?.()
      else if (version.text !== null) draft?.set(version.text)
    },
    missed(error, retry) {
      const isGone = error.status === 404
      const { base, needsSave } = $local.get()
      if (isGone && base === null && needsSave) return
      if (isGone) {
        $status.set({ status: isKnown || base !== null ? 'deleted' : 'missing' })
        if (isKnown) keep()
      } else if ($status.get().status === 'loading') $status.set({ status: 'failed', error, retry })
    },
    follow(other) {
      if (other.isDeleted !== ($status.get().status === 'deleted'))
        $status.set({ status: other.isDeleted ? 'deleted' : 'ready' })
      const conflict = $conflict.get()
      const after = followed<Fields, State>(
        $local.get(),
        { ...stateOf(other), needsSave: other.needsSave },
        {
          isSaving,
          isAutosaved: deps.touch !== undefined,
          isNeedFollowed,
          choiceAbout: conflict && versionOf(conflict.theirs).version,
        },
      )
      if (after.isChosen) $conflict.set(null)
      // The draft follows the text of the other window; here only the base version changes.
      $local.set(after.state)
      isNeedFollowed = after.isNeedFollowed
      needsSaveElsewhere = other.needsSave
      if (!isNeedFollowed || !deps.touch) return
      // Its own attempt tells this window why the save was refused.
      if (other.isRefused && !$local.get().problem) return void save()
      stopRetry()
      stopRetry = clock.after(FOLLOWED_SAVE_MS, () => void save())
    },
    setDeleted(isDeleted) {
      $status.set({ status: isDeleted ? 'deleted' : 'ready' })
      keep()
    },
    dispose: scope.dispose,
  }
}

/** The values of one record for the fields of another. */
function pick<Fields extends object>(fields: Fields, names: object): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in names)) as Partial<Fields>
}
