/** The dialog of a new bucket, and of the settings of one. */
import type { Bucket } from '@basedeck/platform-client'
import { bucketName } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { storageConfigQuery } from '../../data/insight.js'
import { bucketCreation, bucketUpdate } from '../../data/storage.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { bytesText } from '../../rules/results/bytes.js'
import {
  BYTE_UNITS,
  bytesOf,
  inLargestUnit,
  typedBytesText,
  type ByteUnit,
} from '../../rules/storage/byte-amount.js'
import { storageText } from '../../text/storage.js'
import type { Needs } from '../context.js'

const text = storageText.bucket

/** A bucket as its form holds it. */
export interface BucketValues {
  name: string
  public: boolean
  /** A number as it is typed; empty: no limit. */
  limit: string
  unit: ByteUnit
  /** Separated by commas; empty: every type. */
  types: string
}

/** The open dialog. */
export interface BucketForm {
  title: string
  submitLabel: string
  sendingLabel: string
  /** False: its name stays. */
  isNew: boolean
  form: Form<BucketValues>
  /** What the limit of the project is. */
  $limitHint: ReadableAtom<string>
  units: readonly { value: ByteUnit; label: string }[]
  close(): void
}

/** Opens the dialog. */
export interface BucketForms extends Disposable {
  /** Null: it is closed. */
  readonly $form: ReadableAtom<BucketForm | null>
  create(): void
  edit(bucket: Bucket): void
}

const MIME_TYPE = /^(\*|[\w!#$&^.+-]+)\/(\*|[\w!#$&^.+-]+)$/

/** @param problemOf what is wrong with a limit in bytes; null: nothing */
const schemaOf = (problemOf: (bytes: number) => string | null) =>
  v.pipe(
    v.object({
      name: bucketName,
      public: v.boolean(),
      limit: v.string(),
      unit: v.picklist(BYTE_UNITS),
      types: v.pipe(
        v.string(),
        v.check(
          (typed) => typesIn(typed).every((type) => MIME_TYPE.test(type)),
          'A MIME type looks like image/png or image/*',
        ),
      ),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { limit, unit } = dataset.value
      if (limit.trim() === '') return
      const bytes = bytesOf(limit, unit)
      const problem = bytes === null ? text.badLimit : problemOf(bytes)
      if (problem !== null)
        addIssue({
          message: problem,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'limit', value: limit }],
        })
    }),
  )

export function createBucketForms(
  context: Needs<'host' | 'client' | 'queries' | 'formDrafts'>,
  { ref, created }: { ref: string; created(bucket: Bucket): void },
): BucketForms {
  const { host, client, queries, formDrafts } = context
  const $form = atom<BucketForm | null>(null)
  const $config = queries.store(storageConfigQuery(client, ref))
  let stop = () => {}
  const close = () => {
    stop()
    $form.set(null)
  }
  const open = (bucket: Bucket | null) => {
    let largest = Number.POSITIVE_INFINITY
    stop()
    stop = $config.subscribe((config) => {
      if (config.status === 'ready') largest = config.data.fileSizeLimit
    })
    const limit = bucket?.file_size_limit ? inLargestUnit(bucket.file_size_limit) : null
    const form = createForm({
      // A limit that was there before the project's was lowered does not hold up other changes.
      schema: schemaOf((bytes) =>
        bytes > largest && bytes !== bucket?.file_size_limit
          ? text.limitAboveProject(limitText(largest))
          : null,
      ),
      initial: {
        name: bucket?.name ?? '',
        public: bucket?.public ?? false,
        limit: limit?.amount ?? '',
        unit: limit?.unit ?? 'MB',
        types: bucket?.allowed_mime_types?.join(', ') ?? '',
      },
      blames: { bucket_exists: 'name' },
      async submit(values) {
        const types = typesIn(values.types)
        const body = {
          public: values.public,
          file_size_limit: bytesOf(values.limit, values.unit),
          allowed_mime_types: types.length === 0 ? null : types,
        }
        const saved = bucket
          ? await mutate(queries, bucketUpdate(client, ref), { bucket: bucket.id, body })
          : await mutate(queries, bucketCreation(client, ref), { id: values.name, ...body })
        const message = bucket ? text.saved(saved.name) : text.created(saved.name)
        host.notifier.notify({ kind: 'success', message })
        if (!bucket) created(saved)
      },
    })
    formDrafts.keep(`storage/${ref}/bucket/${bucket?.id ?? ''}`, form)
    $form.set({
      title: bucket ? text.editTitle(bucket.name) : text.create,
      submitLabel: bucket ? text.save : text.createLabel,
      sendingLabel: bucket ? text.saving : text.creating,
      isNew: bucket === null,
      form,
      $limitHint: computed($config, (config) =>
        config.status === 'ready' ? text.limitHint(limitText(config.data.fileSizeLimit)) : text.limitUnknown,
      ),
      units: BYTE_UNITS.map((unit) => ({ value: unit, label: unit })),
      close,
    })
  }
  return { $form, create: () => open(null), edit: open, dispose: close }
}

function limitText(bytes: number): string {
  return typedBytesText(bytes) ?? bytesText(bytes)
}

function typesIn(typed: string): string[] {
  return typed
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')
}
