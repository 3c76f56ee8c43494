/** `/project/{ref}/storage/settings`: the limit of one upload, and the addresses of the storage. SPEC §2 */
import type { StorageConfig } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { projectSettingsQuery, storageConfigQuery } from '../../data/insight.js'
import { uploadLimitChange } from '../../data/storage.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { sizeText } from '../../rules/results/bytes.js'
import { BYTE_UNITS, bytesOf, inLargestUnit, type ByteUnit } from '../../rules/storage/byte-amount.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { storageText } from '../../text/storage.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createBucketList, type BucketList, type BucketListNeeds } from './bucket-list.js'

const text = storageText.settings

/** The limit as its form holds it. */
export interface LimitValues {
  limit: string
  unit: ByteUnit
}

/** An address of the storage, and whether this platform answers it. */
export interface StorageAddress {
  key: string
  label: string
  address: string
  isAnswered: boolean
  note: string
}

/** `/project/{ref}/storage/settings`. */
export interface StorageSettingsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly list: BucketList
  readonly $config: ReadableAtom<Remote<StorageConfig>>
  readonly form: Form<LimitValues>
  readonly units: readonly { value: ByteUnit; label: string }[]
  readonly $limitHint: ReadableAtom<string>
  readonly $mayChange: ReadableAtom<ControlState>
  readonly $addresses: ReadableAtom<readonly StorageAddress[]>
  copy(address: string): Promise<boolean>
}

export function createStorageSettings(
  context: BucketListNeeds,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): StorageSettingsScreen {
  const { host, client, queries } = context
  const scope = createScope()
  const list = createBucketList(context, { ref, gate, current: null })
  scope.add(list.dispose)
  const $config = queries.store(storageConfigQuery(client, ref))
  const $settings = queries.store(projectSettingsQuery(client, ref))
  let largest = Number.POSITIVE_INFINITY
  const schema = v.pipe(
    v.object({ limit: v.string(), unit: v.picklist(BYTE_UNITS) }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { limit, unit } = dataset.value
      const bytes = bytesOf(limit, unit)
      const problem = bytes === null ? text.bad : bytes > largest ? text.tooMuch(sizeText(largest)) : null
      if (problem !== null)
        addIssue({
          message: problem,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'limit', value: limit }],
        })
    }),
  )
  const form = createForm({
    schema,
    initial: { limit: '', unit: 'MB' },
    blames: { file_size_limit: 'limit' },
    async submit({ limit, unit }) {
      const fileSizeLimit = bytesOf(limit, unit) ?? 0
      await mutate(queries, uploadLimitChange(client, ref), { fileSizeLimit })
      host.notifier.notify({ kind: 'success', message: text.saved })
    },
  })
  scope.add(
    $config.subscribe((config) => {
      if (config.status !== 'ready') return
      largest = config.data.maxFileSizeLimit
      const { amount, unit } = inLargestUnit(config.data.fileSizeLimit)
      form.start({ limit: amount, unit })
    }),
  )
  return {
    title,
    gate,
    list,
    $config,
    form,
    units: BYTE_UNITS.map((unit) => ({ value: unit, label: unit })),
    $limitHint: computed($config, (config) =>
      config.status === 'ready' ? text.limitHint(sizeText(config.data.maxFileSizeLimit)) : '',
    ),
    $mayChange: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      text.mayNot,
    ),
    $addresses: computed([$settings, $config], (settings, config): StorageAddress[] => {
      if (settings.status !== 'ready') return []
      const { app_config } = settings.data
      const own = app_config ? `${app_config.protocol}://${app_config.endpoint}/storage/v1` : ''
      const hostName = (app_config?.endpoint ?? '').split('/')[0] ?? ''
      const base = `${ref}.storage.${hostName}/storage/v1`
      const hasS3 = config.status === 'ready' && config.data.features.s3Protocol.enabled
      const address = (key: string, label: string, url: string, isAnswered: boolean) => ({
        key,
        label,
        address: url,
        isAnswered,
        note: isAnswered ? text.answered : text.notAnswered,
      })
      return [
        ...(own === ''
          ? []
          : [
              address('api', text.api, own, true),
              address('resumable', text.resumable, `${own}/upload/resumable`, true),
            ]),
        address('s3', text.s3, `${base}/s3`, hasS3),
        address('iceberg', text.iceberg, `${base}/iceberg`, false),
      ]
    }),
    copy: (address) => copyText(host, address),
    dispose: scope.dispose,
  }
}
