/** What the command line says: its help, and what is wrong with an option. */
export const optionText = {
  mustBeSwitch: (name: string, text: string | undefined) => `${name} must be true or false, not “${text}”`,
  mustBeDays: (text: string) => `--audit-retention-days must be a number of days, not “${text}”`,
  mustBeLogDays: (text: string) => `--log-days must be a number of days (0: no line is kept), not “${text}”`,
  mustBeLogBytes: (text: string) =>
    `--log-bytes must be a size of 10MB or more, such as 500MB or 2GB, not “${text}”`,
  mustBeRuns: (text: string) => `--runs-per-minute must be a number (0: no limit), not “${text}”`,
  metricsToken: 'BASEDECK_METRICS_TOKEN must be 16 characters or more, without blanks',
  logLevel: (levels: string, text: string) => `BASEDECK_LOG_LEVEL must be ${levels}, not “${text}”`,
  flags: (word: string) => `BASEDECK_FLAGS must be names with or without =true or =false, not “${word}”`,
  notice: 'BASEDECK_NOTICE must be JSON with title, text and an optional date until',
  links:
    'BASEDECK_LINKS must be JSON with names and addresses (https:, http: or mailto:): {"community": "https://example.com"}',
  leakedPasswordsUrl:
    'BASEDECK_LEAKED_PASSWORDS_URL must be an address like https://passwords.example.com/range',
  releasesUrl: 'BASEDECK_RELEASES_URL must be an address like https://releases.example.com/basedeck.json',
  smtpUrl: 'BASEDECK_SMTP_URL must have the form smtps://user:password@host:465',
  aiTogether: '--ai-url and --ai-model go together',
  aiUrl: '--ai-url must be an address like https://ai.example.com/v1; the key goes into BASEDECK_AI_KEY',
  memoryMissing: ({ least, largest }: { least: number; largest: number }) =>
    `a size of compute_instance states its memory as "meta": { "memory_gb": … }, a number from ${least} to ${largest}`,
  plansUnreadable: (file: string, reason: string) => `--plans: ${file} can’t be read: ${reason}`,
  plansInvalid: (file: string, path: string, reason: string) =>
    `--plans: ${file}${path === '' ? '' : `, ${path}`}: ${reason}`,
  port: (flag: string, text: string) => `--${flag} must be a number from 0 to 65535, not “${text}”`,
  engine: (text: string) =>
    `--engine must be auto, cluster or pglite, not “${text}”; use --database-url for another PostgreSQL`,
  databaseUrl: (flag: string) => `--${flag} must have the form postgresql://user:password@host:5432/database`,
  storageUrl:
    '--storage-url must have the form https://key:secret@host/bucket/folder?region=eu-central-1&style=path, the key and the secret percent-encoded',
  backupStore: (flag: string) =>
    `--${flag} must have the form https://key:secret@host/bucket/folder?region=eu-central-1&style=path, or s3://bucket/folder with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY set`,
  publicUrl: (flag: string, text: string) =>
    `--${flag} must be an address like https://basedeck.example.com, not “${text}”`,
  databaseUrlHosted:
    '--database-url is for the single project of a self-hosted Basedeck; with --platform, add the database as a project in the dashboard',
  pgPortOther:
    '--pg-port is for databases in PGlite (--engine pglite); others have ports of their own, which Connect shows',
  pgHostWithoutTls:
    '--pg-host lets other machines in only with --pg-tls-cert and --pg-tls-key: passwords and rows would travel unencrypted',
  pgHostOther:
    '--pg-host, --pg-tls-cert and --pg-tls-key are for databases that run here, not for --database-url',
  tlsHalf: '--pg-tls-cert and --pg-tls-key belong together: give both',
  tlsUnreadable: (reason: string) =>
    `--pg-tls-cert and --pg-tls-key must name the PEM files of a certificate and its key: ${reason}`,
  internalUrlAlone:
    '--internal-url needs --control-database-url: it is for several Basedecks on one control plane',
  publicApiUrl: '--public-api-url must differ from --public-url, by host or by port',
  onlyForBackups: (flag: string) =>
    flag === 'project'
      ? '--project is for basedeck dump, basedeck restore and basedeck seed sample'
      : `--${flag} is for basedeck dump and basedeck restore`,
  dumpForm: 'Usage: basedeck dump --to <file> [--project <ref>] [--without-key]',
  restoreForm:
    'Usage: basedeck restore --from <file> --data-dir <new folder>, basedeck restore --from <backup store> --data-dir <new folder>, or basedeck restore --from <file> --project <ref>',
  userForm: (commands: string) => `Usage: basedeck user list, or basedeck user <${commands}> <email>`,
  seedForm: 'Usage: basedeck seed sample [--project <ref>], or basedeck seed demo',
  typesForm:
    'Usage: basedeck types [--lang typescript] [--schema <name,…>] [--project <ref> | --db-url <url>]',
  logsForm: 'Usage: basedeck logs [--project <ref>] [--follow] [--data-dir <folder>]',
  branchForm:
    'Usage: basedeck branch [list | create <name> [--git <branch>] [--with-data] [--at <time>] [--persistent] [--hours <n>] | reset <name> | delete <name>] [--format text|json] [--project <ref>]; --git <branch> in the place of a name',
  replicaForm:
    'Usage: basedeck replica [list | add [<region>] | remove <id> | restart <id> | resync <id> | promote <id> [--force]] [--format text|json] [--project <ref>]',
  functionsForm:
    'Usage: basedeck functions [list | deploy <folder> [--name <name>] [--no-verify-jwt] | serve <folder> [--name <name>] [--no-verify-jwt] | logs <name> [--follow] | install] [--format text|json] [--project <ref>]',
  backupForm:
    'Usage: basedeck backup [list | now | prove [<id>] | restore <id> | restore --at <time> | set <setting>=<value> …] [--format text|json] [--project <ref>]',
  advisorsForm:
    'Usage: basedeck advisors [--format text|json|sarif] [--fail-on error|warn|info] [--project <ref> | --db-url <url>]',
  migrationForm:
    'Usage: basedeck migration new <name> | up [--dry-run] | status | diff [--folder <path>] [--format text|json] [--project <ref> | --db-url <url>]',
  diffForm: 'Usage: basedeck diff <branch> [--data <table,…>] [--json]',
  policiesForm:
    'Usage: basedeck policies --check <file> [--format text|json] [--project <ref> | --db-url <url>]',
  unknownOption: (option: string) => `There is no option ${option}`,
  needsValue: (option: string) =>
    `${option} needs a value; one that begins with a dash is written ${option}=-value`,
  takesNoValue: (option: string) => `${option} takes no value`,
  unknownCommand: (words: string) => `There is no command ${words}`,
  seeHelp: (problem: string) => `${problem}. See basedeck --help.`,
}

export const USAGE = [
  'basedeck – a dashboard for database-backed projects, and the platform behind it',
  '',
  'Usage: basedeck [start] [options]     start the platform and serve the dashboard',
  '       basedeck check [files…]        say what SQL may do: exit 0 reads, 2 asks, 3 dangerous, 1 syntax error',
  '       basedeck seed sample           fill a project with sample data, even while it runs; --project <ref> says which',
  '       basedeck seed demo [options]   fill a new hosted installation with a demo',
  '       basedeck dump --to <file>      back up everything, even while it runs; --without-key leaves secret.key out',
  '       basedeck restore --from <file> --data-dir <new folder>  restore everything into a new installation',
  '       basedeck dump --to <file> --project <ref>  back up one database; restore --from … --project <ref> puts it back',
  '       basedeck auth-config export|apply <file>   print or change how a project’s auth service is set up',
  '       basedeck types                 print the types of a project’s database; --db-url <url> of any other one',
  '       basedeck logs                  print the newest lines of a project’s log; --follow and those that come',
  '       basedeck replica               list the read replicas of a project; add, remove, restart, resync and promote change them',
  '       basedeck backup                list the backups of a project; now, prove, restore and set make, prove, restore and plan them',
  '       basedeck functions             list the edge functions of a project; deploy <folder> makes a version, serve <folder> one after each change, logs <name> shows its lines',
  '       basedeck functions install     fetch Deno, which functions run in, into the data directory',
  '       basedeck branch                list the branches of a project; create, reset and delete make and end them, for CI by --git <branch>',
  '       basedeck advisors              check a project’s database, for CI: exit 0 nothing found, 1 findings, 64 could not run',
  '       basedeck policies --check <file>  run cases of policies, for CI: exit 0 all passed, 1 failed, 64 could not run',
  '       basedeck migration new|up|status|diff  migrations of supabase/migrations: exit 0 applied, 1 differs or failed, 2 could not run',
  '       basedeck diff <branch>         a branch against its parent, --data <table,…> with rows: exit 0 equal, 1 differs, 2 could not run',
  '       basedeck user list             list the accounts',
  '       basedeck user reset <email>    print a link that sets a new password',
  '       basedeck user prove <email>    verify the email address of an account',
  '       basedeck user disable <email>  end all sessions and block sign-in; enable allows it again',
  '       basedeck user reset-factors <email>  remove a lost second factor',
  '       basedeck user administrator <email>  make the account an administrator of the installation',
  '       basedeck user delete <email>   delete the account',
  '',
  'Options (or environment variables), with their defaults:',
]

export const ONLY_ENVIRONMENT = 'Only from the environment:'

/** What each option does, by its flag. */
export const optionAbout = {
  port: 'port of the dashboard',
  host: 'address to listen on',
  'api-port': 'port of the projects’ own API',
  'data-dir': 'where everything is stored',
  engine: 'what runs the databases',
  'pg-port':
    'port for programs of this machine that connect to databases in PGlite, one at a time; 0: a free one',
  'pg-host': 'address where databases listen for other programs; beyond this machine only with TLS',
  'pg-tls-cert': 'certificate for those programs, with its chain, as PEM',
  'pg-tls-key': 'the key of that certificate, as PEM, without a password',
  'database-url': 'use this PostgreSQL (14 or later) instead',
  'public-url': 'the dashboard’s address behind a proxy',
  'public-api-url': 'the address of the projects’ own API behind a proxy',
  'control-database-url': 'a PostgreSQL for accounts, organizations and settings',
  'storage-url':
    'an S3-compatible store for files: https://key:secret@host/bucket/folder?region=…&style=path|host',
  'backup-store':
    'an S3-compatible store for copies of backups: s3://bucket/folder, or in the form of --storage-url',
  'internal-url': 'the address where other Basedecks on the same control plane reach this one',
  'ai-url': 'an AI service with the chat-completions protocol: https://ai.example.com/v1',
  'ai-model': 'the model of that AI service',
  'allow-outgoing-hosts':
    'hosts of the private network that projects may have called: mail.internal,10.1.2.3:2525,10.2.0.0/16',
  'audit-retention-days': 'how long the audit log is kept',
  'log-days': 'how many days lines of the projects’ logs are kept, 0: none',
  'log-bytes': 'how large these lines may be at most; the oldest go first',
  plans: 'a JSON file with prices, limits and add-ons of the plans (docs/hosting.md)',
  'runs-per-minute': 'how many statements one account may run, 0: no limit',
  platform: 'the hosted build: many organizations, accounts',
  'trust-proxy': 'trust the X-Forwarded-For header of the proxy in front',
  prepare: 'create the roles and schemas of a project in the database of --database-url',
  'allow-superuser-sql':
    'danger: members’ SQL may run as the superuser of --database-url and start programs on its server',
}

/** What each variable does that has no option. */
export const environmentAbout = {
  BASEDECK_SECRET_KEY: 'encrypts stored secrets (32 characters or more); else <data-dir>/secret.key',
  BASEDECK_SMTP_URL: 'mail server: smtps://user:password@host:465?from=basedeck@example.com',
  BASEDECK_SUPPORT_EMAIL: 'where support tickets are mailed to',
  BASEDECK_AI_KEY: 'the key of the AI service; it never reaches a browser',
  BASEDECK_TEMPLATES_DIR: 'where empty databases are kept to be copied; else <data-dir>/templates',
  BASEDECK_METRICS_TOKEN: 'opens GET /metrics for Prometheus, as a bearer token (16 characters or more)',
  BASEDECK_LOG_LEVEL:
    'how much is logged: silent, error, warn, info (a line for each call) or debug; else warn',
  BASEDECK_FLAGS: 'feature flags: unifiedLogs,refreshToast=false',
  BASEDECK_NOTICE:
    'an upcoming change, shown on every page: {"title": "…", "text": "…", "until": "2027-01-31"}',
  BASEDECK_LINKS:
    'addresses in the help menu: {"community": "https://…", "feedback": "mailto:…", "Runbook": "https://…"}',
  BASEDECK_LEAKED_PASSWORDS_URL:
    'a service of leaked passwords that is asked by the start of a hash: https://passwords.example.com/range',
  BASEDECK_RELEASES_URL:
    'an address that returns the newest version: {"latest": "v0.2.0", "published_at": "2027-01-31"}',
}
