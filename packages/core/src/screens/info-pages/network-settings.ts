/** Who may connect to the database, on the page of its settings: a list of networks, encryption, and the certificate. SPEC §2 */
import { getNetworkAccess, MOST_ALLOWED_CIDRS, type NetworkAccess } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { databasesQuery } from '../../data/databases.js'
import { networkAccessChange, networkAccessQuery } from '../../data/network-access.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { capabilityOf } from '../../rules/access/capability.js'
import { typedNetworks, withAddress } from '../../rules/project/allowed-networks.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { createRecordEdit, type RecordEdit } from '../../sessions/documents/record-edit.js'
import { networkAccessText as text } from '../../text/network-access.js'
import type { Needs } from '../context.js'

/** As the form holds it. */
export interface NetworkValues {
  /** One network a line. */
  allowed_cidrs: string
  enforce_ssl: boolean
}

/** `none`: the platform does not decide who connects; `reason` says why. */
export type NetworkState =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'none'; reason: string }
  | { status: 'ready'; certificate: { note: string; until: string } | null }

/** Who may connect, and the form of it. */
export interface NetworkSettings extends Disposable {
  readonly $state: ReadableAtom<NetworkState>
  readonly edit: RecordEdit<NetworkValues>
  readonly $mayChange: ReadableAtom<ControlState>
  /** Of the switch of encryption, which needs a certificate. */
  readonly $mayEnforce: ReadableAtom<ControlState>
  /** Adds the person's own address to the list; null: it is there, or not known. */
  readonly $addOwn: ReadableAtom<{ label: string; add(): void } | null>
  /** Saves the certificate as a file. */
  saveCertificate(): void
}

const schema = v.object({
  allowed_cidrs: v.pipe(
    v.string(),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const read = typedNetworks(dataset.value)
      if (read.type === 'wrong') addIssue({ message: text.wrong(read.line, read.typed) })
      else if (read.networks.length > MOST_ALLOWED_CIDRS)
        addIssue({ message: text.tooMany(MOST_ALLOWED_CIDRS) })
    }),
  ),
  enforce_ssl: v.boolean(),
})

export function createNetworkSettings(
  context: Needs<'host' | 'client' | 'queries' | 'account' | 'lazy'>,
  ref: string,
): NetworkSettings {
  const { host, client, queries } = context
  const query = networkAccessQuery(client, ref)
  const $access = queries.store(query)
  const $databases = queries.store(databasesQuery(client, ref))
  const edit = createRecordEdit<typeof schema, NetworkAccess>(context, {
    key: `network/${ref}`,
    schema,
    $stored: $access,
    initial: { allowed_cidrs: '', enforce_ssl: false },
    valuesOf: ({ allowed_cidrs, enforce_ssl }) => ({ allowed_cidrs: allowed_cidrs.join('\n'), enforce_ssl }),
    async save({ allowed_cidrs, enforce_ssl }, expected) {
      const read = allowed_cidrs === undefined ? undefined : typedNetworks(allowed_cidrs)
      const saved = await mutate(queries, networkAccessChange(client, ref), {
        ...(read?.type === 'networks' ? { allowed_cidrs: read.networks } : {}),
        ...(enforce_ssl === undefined ? {} : { enforce_ssl }),
        expected_updated_at: expected,
      })
      host.notifier.notify({ kind: 'success', message: text.saved })
      return saved
    },
    async load() {
      const access = await client.call(getNetworkAccess, { params: { ref } })
      queries.set(query, access)
      return access
    },
  })
  const $mayChange = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'project_settings' },
    text.mayNot,
  )
  const $certificate = computed($access, (access) =>
    access.status === 'ready' ? access.data.certificate : null,
  )
  return {
    edit,
    $mayChange,
    $mayEnforce: computed([$mayChange, $certificate], (may, certificate) =>
      may.disabled || certificate !== null ? may : { disabled: true, hint: text.noSsl },
    ),
    $addOwn: computed([$access, edit.form.$values, $mayChange], (access, values, { disabled }) => {
      const address = access.status === 'ready' ? access.data.own_address : null
      const added = disabled ? null : withAddress(values.allowed_cidrs, address)
      if (added === null || address === null) return null
      return { label: text.addOwn(address), add: () => edit.form.set('allowed_cidrs', added) }
    }),
    saveCertificate() {
      const certificate = $certificate.get()
      if (certificate)
        host.files.save({ name: `${ref}.crt`, type: 'application/x-pem-file', text: certificate.pem })
    },
    $state: computed([$access, $databases], (access, databases): NetworkState => {
      const failed = [access, databases].find(({ status }) => status === 'failed')
      if (failed?.status === 'failed')
        return { status: 'failed', message: failed.error.message, retry: failed.retry }
      if (access.status !== 'ready' || databases.status !== 'ready') return { status: 'loading' }
      const able = capabilityOf(databases.data, 'networkAccess')
      if (able && !able.available) return { status: 'none', reason: able.reason }
      const { certificate } = access.data
      return {
        status: 'ready',
        certificate: certificate && {
          note: certificate.is_self_signed ? text.selfSigned : text.ofAuthority,
          until: certificate.valid_until,
        },
      }
    }),
    dispose: edit.dispose,
  }
}
