/** What the audit log calls an action, as a sentence: `project.pause` is “The project was paused”. */

/** What no noun and verb say well. */
const WHOLE: Readonly<Record<string, (target: string) => string>> = {
  'function.deploy': (target) => `Function ${target} was deployed`,
  'database.apply_migration': (target) => `Migration ${target} was applied`,
  'database.revert_migration': (target) => `Migration ${target} was reverted`,
  'database.change_setting': (target) => `Setting ${target} of PostgreSQL was changed`,
  'database.change_network_access': () => 'Network access was changed',
  'database.install_extension': (target) => `Extension ${target} was installed`,
  'database.remove_extension': (target) => `Extension ${target} was removed`,
  'project.merge_branch': (target) => `Branch ${target} was merged`,
  'project.restore': () => 'A backup was restored',
  'project.pause': () => 'The project was paused',
  'project.resume': () => 'The project was resumed',
  'project.set_addon': (target) => `Add-on ${target} was changed`,
  'project.remove_addon': (target) => `Add-on ${target} was removed`,
  'project.update_auth': () => 'Settings of auth were changed',
  'project.update_data_api': () => 'Settings of the data API were changed',
  'project.update_pooler': () => 'Settings of the pooler were changed',
  'project.update_realtime': () => 'Settings of realtime were changed',
  'project.sample_data': () => 'Sample data was loaded',
  'project.backup': () => 'A backup was made',
  'project.delete_backup': () => 'A backup was deleted',
  'project.download_backup': () => 'A backup was downloaded',
  'project.update_backups': () => 'The schedule of backups was changed',
  'project.add_replica': (target) => `Read replica ${target} was added`,
  'project.remove_replica': (target) => `Read replica ${target} was removed`,
  'project.promote_replica': (target) => `Read replica ${target} was promoted`,
  'project.restart_replica': (target) => `Read replica ${target} was restarted`,
  'project.resync_replica': (target) => `Read replica ${target} was copied again`,
  'project.update_replica_reads': () => 'Reads from replicas were changed',
  'project.reset_password': () => 'The password of the database was reset',
  'project.undo_merge': (target) => `The merge of ${target} was undone`,
  'project.merge_rows': (target) => `Rows of ${target} were merged`,
  'project.allow_extension': (target) => `Extension ${target} was allowed`,
  'project.forbid_extension': (target) => `Extension ${target} was forbidden`,
  'project.set_time_zone': (target) => `The time zone became ${target}`,
  'project.inspect_realtime': (target) => `Realtime was inspected: ${target}`,
  // It is written before the statements run, which may be refused.
  'database.write': (target) => `Ran SQL: ${target.replace(/^set local lock_timeout = [^;]*;\s*/i, '')}`,
  'project.dump': () => 'The database was downloaded',
  'project.delete_former_primary': () => 'The former primary database was deleted',
  'branch.update_settings': () => 'Settings of branches were changed',
  'object.delete': (target) => `${target} was deleted`,
  'object.move': (target) => `${target} was moved`,
  'storage.update': () => 'Settings of the storage were changed',
  'database.import': (target) => `Rows were imported into ${target}`,
  'database.export': (target) => `Rows of ${target} were exported`,
  'database.record_migration': (target) => `Migration ${target} was recorded`,
  'branch.turn_on': (target) => `${target} was turned on in the branch`,
  'webhook.send_again': (target) => `A delivery of webhook ${target} was sent again`,
  'schedule.run': (target) => `Schedule ${target} was run by hand`,
  'function.roll_back': (target) => `Function ${target} went back to another version`,
  'bucket.empty': (target) => `Bucket ${target} was emptied`,
}

const NOUNS: Readonly<Record<string, string>> = {
  project: 'Project',
  branch: 'Branch',
  function: 'Function',
  api_key: 'API key',
  signing_key: 'Signing key',
  secret: 'Secret',
  bucket: 'Bucket',
  webhook: 'Webhook',
  schedule: 'Schedule',
  log_drain: 'Log drain',
  log_alert: 'Alert',
}

const VERBS: Readonly<Record<string, string>> = {
  create: 'was created',
  update: 'was changed',
  delete: 'was deleted',
  rename: 'was renamed',
  set: 'was set',
  rotate: 'was rotated',
  revoke: 'was revoked',
  import: 'was imported',
  reveal: 'was shown',
  reveal_secret: 'had its secret shown',
  test: 'was tested',
  reset: 'was reset',
  transfer: 'was moved to another organization',
  repair: 'was repaired',
}

/** Of an action that has no sentence, its name. */
export function auditSentence(action: string, target: string): string {
  const whole = WHOLE[action]
  if (whole) return whole(target)
  const [subject = '', verb = ''] = action.split('.')
  const noun = NOUNS[subject]
  const done = VERBS[verb]
  return noun !== undefined && done !== undefined ? `${noun} ${target} ${done}` : `${action} ${target}`
}
