/**
 * The dashboard without a view: `createDeck`, and the types of what a view draws. Rules, sentences and SQL have entry
 * points of their own, and so have the hosts of Node and of a browser.
 */
export type { Profile, TotpFactor } from '@basedeck/platform-client'
export { createDeck, type Deck } from './deck.js'
export { OpenError, type OpenFailure, type OpenPage, type OpenScreen, type ReadyScreen } from './opening.js'
export type * from './ports/index.js'
export type { Confirmation, ConfirmationState } from './kernel/confirmation.js'
export type { FieldOf, Form, FormState, SubmitOutcome } from './kernel/form.js'
export type { SearchedList } from './kernel/searched-list.js'
export { reportMissingFile } from './kernel/missing-files.js'
export type { Mutation, MutationState } from './kernel/mutation.js'
export type { Remote } from './kernel/query-store.js'
export type { Rename } from './kernel/rename.js'
export type { Match, OpenRoute, Router } from './kernel/router.js'
export type { PageRouter, RouteParams } from './screens/page-router.js'
export type { Disposable } from './kernel/screen.js'
export type { ListSorting } from './kernel/sorting.js'
export type { Factors } from './data/account.js'
export type { Account } from './sessions/account/account.js'
export type { Connection, ConnectionState } from './sessions/shell/connection.js'
export type { Draft } from './sessions/documents/drafts.js'
export {
  CELL_PANEL_WIDTH,
  PANEL_WIDTH,
  SIDE_MENU_WIDTH,
  type Preferences,
} from './sessions/account/preferences.js'
export type { Previews } from './sessions/sql/previews.js'
export type { FieldConflict, RecordEdit } from './sessions/documents/record-edit.js'
export type { ControlState } from './sessions/account/rights.js'
export type { RunFailure } from './sessions/sql/run-failure.js'
export type { RunState } from './sessions/sql/run-state.js'
export type { AccountPage, AccountPageLink } from './screens/account/account-page.js'
export type { AccountAuditScreen } from './screens/account/audit.js'
export type { InstallationContent, InstallationScreen } from './screens/account/installation.js'
export type { EmailAddress } from './screens/account/email-address.js'
export type { AccountMeScreen } from './screens/account/me.js'
export type { ProfileMenu } from './screens/account/profile-menu.js'
export type { FactorStep, SecondFactor } from './screens/account/second-factor.js'
export type { AccountSecurityScreen } from './screens/account/security.js'
export type { SessionList, SessionRow } from './screens/account/sessions.js'
export type { OpenTicket, TicketList } from './screens/account/ticket-list.js'
export type { AccountTokensScreen, TokenRow } from './screens/account/tokens.js'
export type { Action } from './screens/actions/action.js'
export type { Actions } from './screens/actions/actions.js'
export type { CommandEntry, CommandGroup, CommandMenu } from './screens/actions/command-menu.js'
export type { ShortcutGroup, ShortcutSheet } from './screens/actions/shortcut-sheet.js'
export type { AssistantPanel } from './screens/assistant/assistant-panel.js'
export type { PasswordReset } from './screens/info-pages/password-reset.js'
export type { Connect } from './screens/connect/connect.js'
export type { ConnectState } from './screens/connect/connect-data.js'
export type { ConnectDoor } from './screens/connect/connect-door.js'
export type { ConnectFiles, ConnectList } from './screens/connect/connect-files.js'
export type { ConnectionOutcome, ConnectPanel, ConnectStrings } from './screens/connect/connect-strings.js'
export type { CatalogueListScreen } from './screens/catalogue/catalogue-list.js'
export type { ListExport, ListFormat } from './screens/catalogue/list-export.js'
export type { OpenImport } from './screens/import/open-import.js'
export type { ListStructure } from './screens/catalogue/list-structure.js'
export type { ChangeDialog, DependentsView } from './screens/structure/change-dialog.js'
export type { ChangePanel, ShownStatement } from './screens/structure/change-panel.js'
export type { CopyValues, DuplicatePanel } from './screens/structure/duplicate-panel.js'
export type { SchemaPanel, SchemaValues } from './screens/structure/schema-panel.js'
export type { OpenStructure, StructurePanels, TableSwitches } from './screens/structure/structure-panels.js'
export type { ObjectPanel } from './screens/objects/object-panel.js'
export type { ObjectPanels, OpenObject } from './screens/objects/object-panels.js'
export type { FunctionRun, FunctionRunState } from './screens/objects/function-run.js'
export type { GivenArgument } from './sql/objects/function-call.js'
export type { ColumnValue, Generation, Suggested } from './screens/structure/column-fields.js'
export type { ColumnRow } from './screens/structure/column-list.js'
export type { TargetColumn } from './screens/structure/foreign-keys.js'
export type { TablePanel } from './screens/structure/table-panel.js'
export type { ColumnValues, ForeignKeyValues, TableValues } from './screens/structure/table-values.js'
export type { CsvReading } from './rules/import/csv-lines.js'
export type { CsvImport, ImportOptions, ImportPreview } from './screens/import/csv-import.js'
export type { DrawnGraph, DrawnRelation, DrawnTable } from './screens/database/drawn-graph.js'
export type { GraphView } from './screens/database/graph-view.js'
export type { SchemaGraphScreen } from './screens/database/schema-graph.js'
export type { ImportRunState, ListedRow } from './screens/import/import-run.js'
export type { SourceFile } from './screens/import/import-source.js'
export type { ColumnChoice, TargetKind } from './screens/import/import-target.js'
export type { ListColumn, ListRow, ListView } from './screens/parts/list-view.js'
export type { OpenedRow, OpenRow } from './screens/parts/open-row.js'
export type { GateView, ProjectGate } from './screens/parts/project-gate.js'
export type { ShownCell } from './screens/parts/shown-cell.js'
export type { DocsLink, DocsScreen } from './screens/help/docs.js'
export type { PlatformStatusScreen } from './screens/help/platform-status.js'
export type { ServerSettingsPart, SettingPanel, ShownSettings } from './screens/info-pages/server-settings.js'
export type { NetworkSettings, NetworkState, NetworkValues } from './screens/info-pages/network-settings.js'
export type { PoolerSettings, PoolerState, PoolerValues } from './screens/info-pages/pooler-settings.js'
export type { AddonPanel, AddonRestart, AddonView } from './screens/info-pages/addon-panel.js'
export type { AdvisorScreen, Finding, FindingGroup } from './screens/info-pages/advisor.js'
export type { FunctionCode } from './screens/functions/function-code.js'
export type { FunctionListScreen, FunctionRow } from './screens/functions/function-list.js'
export type { FunctionLogRow, FunctionScreen, FunctionView } from './screens/functions/function-page.js'
export type { FunctionSecretsScreen } from './screens/functions/function-secrets.js'
export type { FunctionTry } from './screens/functions/function-try.js'
export type { FunctionVersions, VersionRow } from './screens/functions/function-versions.js'
export type { NewFunctionScreen } from './screens/functions/new-function.js'
export type { ShownChart } from './screens/parts/shown-chart.js'
export type { ChartPane, ChartPicture } from './screens/query/chart-pane.js'
export type { AddedBlock, AddToReport } from './screens/query/add-to-report.js'
export type { ListedReport, OwnReportsList } from './screens/project/own-reports.js'
export type { OwnReportScreen } from './screens/project/own-report.js'
export type { ReportState } from './screens/project/report-state.js'
export type { ParameterForm, ShownReportParameter } from './screens/project/report-parameters.js'
export type { ShownBlock, ShownBlockRows } from './screens/project/report-views.js'
export type { ReportChartView, ReportsScreen, ReportView } from './screens/project/reports.js'
export type { RouteCallsPart, RouteRow } from './screens/project/route-calls.js'
export type { LogRow, LogRows, LogFilter, LogsScreen, Timeline } from './screens/logs/logs.js'
export type { LineField, OpenLine, RequestRow, RequestView } from './screens/logs/open-line.js'
export type { LogsExplorerScreen, LogsResult, SavedLogQuery } from './screens/logs/logs-explorer.js'
export type { MessageRow } from './screens/realtime/heard-messages.js'
export type { PresentRow, RealtimeInspectorScreen } from './screens/realtime/inspector.js'
export type { RealtimeSettingsPart } from './screens/realtime/realtime-settings.js'
export type { ActivityRow, ActivityScreen, OpenSession, StopQuestion } from './screens/database/activity.js'
export type { QueryPerformanceScreen, StatementsState } from './screens/advisors/query-performance.js'
export type { SlowerRow, SlowerStatements } from './screens/advisors/slower-statements.js'
export type { StatementListPart } from './screens/advisors/statement-list.js'
export type { OpenStatement, ShownIndex, StatementPanel } from './screens/advisors/statement-panel.js'
export type { InfoPartView, InfoPageScreen } from './screens/info-pages/info-page.js'
export type { PartContent } from './screens/info-pages/part-content.js'
export type { InfoFact } from './screens/info-pages/info-source.js'
export type { AuditList, AuditRow, AuditRows } from './screens/parts/audit-list.js'
export type { AuditScreen } from './screens/organization/audit.js'
export type { InvitationResult, Invite } from './screens/organization/invite.js'
export type { NewOrganizationScreen } from './screens/organization/new-organization.js'
export type { NewProjectScreen } from './screens/organization/new-project.js'
export type {
  OrganizationProjectsScreen,
  ProjectRow,
  ProjectRows,
} from './screens/organization/organization-projects.js'
export type { LockedOut, OrganizationSecurityScreen } from './screens/organization/organization-security.js'
export type { OrganizationSettingsScreen } from './screens/organization/organization-settings.js'
export type {
  CurrentPlan,
  OrganizationBillingScreen,
  PlanCard,
  PlanQuestion,
} from './screens/organization/organization-billing.js'
export type {
  OrganizationUsageScreen,
  UsageDays,
  UsageRow,
} from './screens/organization/organization-usage.js'
export type { OrganizationRow, OrganizationsScreen } from './screens/organization/organizations.js'
export type { InvitationRow, MemberRow, TeamScreen } from './screens/organization/team.js'
export type { AreaName, RouteName, ScreenName, ScreenNameOf, ScreenOf } from './screens/pages.js'
export type { EditorPanel } from './screens/panel/editor-panel.js'
export type {
  ApiDocsScreen,
  ApiEntry,
  ApiGroup,
  ApiListView,
  ApiNotice,
  ApiUser,
} from './screens/project/api-docs.js'
export type { ApiAttempt, AttemptState } from './screens/project/api-attempt.js'
export type { ApiDetailView, ApiField, ShownCall } from './screens/project/api-detail-view.js'
export type { DataApiValues } from './rules/settings/data-api-settings.js'
export type { AuthFormField, AuthSection } from './screens/auth/auth-section.js'
export type { AuthSettingsScreen } from './screens/auth/auth-settings.js'
export type { ProviderList, ProviderRow } from './screens/auth/provider-list.js'
export type { AuthTemplatesScreen, TemplatePreview } from './screens/auth/auth-templates.js'
export type { OpenedMail, SentMailRow, SentMailScreen } from './screens/auth/sent-mail.js'
export type { DataApiScreen, DataApiView } from './screens/settings/data-api.js'
export type { DataApiOpening, OpeningQuestion, ReachedRow } from './screens/settings/data-api-opening.js'
export type { ChosenSchema, SchemaChoice } from './screens/settings/schema-choice.js'
export type { ApiKeysScreen, KeyKind, KeyRow } from './screens/settings/api-keys.js'
export type { Fact } from './screens/project/project-facts.js'
export type {
  ActivityView,
  ProjectHomeScreen,
  ProjectHomeView,
  Step,
} from './screens/project/project-home.js'
export type { HistoryView } from './screens/project/project-overview.js'
export type { ProjectSettingsScreen } from './screens/settings/project-settings.js'
export type { BranchMasks, MaskView } from './screens/branches/branch-masks.js'
export type { BranchesScreen, BranchView, NewBranchValues, QuietPart } from './screens/branches/branches.js'
export type {
  DatabaseEntry,
  InfrastructureScreen,
  MapPoint,
  ReplicaRenewal,
} from './screens/settings/infrastructure.js'
export type { BackupRow, ScheduledBackupsScreen } from './screens/database/scheduled-backups.js'
export type { PointInTimeScreen, PointInTimeView } from './screens/database/point-in-time.js'
export type { SigningKeyRow, SigningKeysScreen } from './screens/settings/signing-keys.js'
export type { SecretRow, VaultScreen } from './screens/integrations/vault.js'
export type { RunRow, ScheduleRow, SchedulesScreen } from './screens/integrations/schedules.js'
export type { ScheduleValues } from './screens/integrations/schedule-form.js'
export type { LogAlertEventRow, LogAlertRow, LogAlertsPart } from './screens/settings/log-alerts.js'
export type { LogAlertValues } from './screens/settings/log-alert-form.js'
export type { LogDrainRow, LogDrainsScreen } from './screens/settings/log-drains.js'
export type { LogDrainValues } from './screens/settings/log-drain-form.js'
export type { DeliveryRow, WebhookRow, WebhooksScreen } from './screens/integrations/webhooks.js'
export type { WebhookValues } from './screens/integrations/webhook-form.js'
export type { IntegrationRow, IntegrationsScreen } from './screens/integrations/integrations.js'
export type {
  IntegrationList,
  IntegrationScreen,
  IntegrationView,
} from './screens/integrations/integration.js'
export type {
  HeldKeyRow,
  HeldTokenRow,
  OrganizationAppsScreen,
  TemporaryKeysRow,
} from './screens/organization/organization-apps.js'
export type {
  DocumentRow,
  OrganizationDocumentsScreen,
} from './screens/organization/organization-documents.js'
export type {
  GitHostRow,
  OrganizationIntegrationsScreen,
} from './screens/organization/organization-integrations.js'
export type { ProjectIntegrationsScreen, RepositoryView } from './screens/settings/project-integrations.js'
export type { EnvPaste } from './screens/integrations/env-paste.js'
export type { TokenIssuerRow, TokenIssuers } from './screens/settings/token-issuers.js'
export type { Shell } from './screens/shell.js'
export type { Bell } from './screens/shell/bell.js'
export type { FilterGroup } from './screens/shell/inbox-filters.js'
export type { NotificationStatus } from '@basedeck/platform-client'
export type { InboxRow } from './screens/shell/inbox-row.js'
export type { Inbox, InboxList, InboxTabView } from './screens/shell/inbox.js'
export type { CliBadge, CliView } from './screens/shell/cli-badge.js'
export type { ImpersonationNotice } from './screens/shell/impersonation-notice.js'
export type { Picker, PickerEntry, PickerKind, PickerList } from './screens/shell/picker.js'
export type { RefreshPrompt } from './screens/shell/refresh-prompt.js'
export type { RouteError } from './screens/shell/route-error.js'
export type { SideMenu } from './screens/shell/side-menus.js'
export type { MenuItem } from './screens/shell/page-menus.js'
export type { SidebarMenu } from './screens/shell/sidebar-menu.js'
export type { EditBar, GridEditing } from './screens/editing/grid-editing.js'
export type { ShownConflict } from './screens/editing/edit-saving.js'
export type { OpenEditor } from './screens/editing/row-editing.js'
export type { RowField, RowPanel, ShownRowForm } from './screens/table-editor/row-panel.js'
export type { PickableRows, RowPicker } from './screens/table-editor/row-picker.js'
export type { CellAction, PeekedRow } from './screens/table-editor/row-references.js'
export type { ListedTable, TableList, TableListView } from './screens/table-editor/table-list.js'
export type { TableStructure } from './screens/table-editor/table-structure.js'
export type { EditedGrid } from './screens/editing/edited-grid.js'
export type {
  ShownReference,
  TableFact,
  TableFacts,
  TableFactsState,
} from './screens/table-editor/table-facts.js'
export type { TableGridScreen } from './screens/table-editor/table-grid.js'
export type { TableGridView } from './screens/table-editor/table-grid-view.js'
export type { FilterForm, TableChip } from './screens/table-editor/table-view.js'
export type { TabBar, TabEntry } from './screens/shell/tab-bar.js'
export type { TrayFile, TrayHead, UploadTray } from './screens/parts/shown-uploads.js'
export type { BucketForm, BucketValues } from './screens/storage/bucket-form.js'
export type { BucketList, BucketListView, ListedBucket } from './screens/storage/bucket-list.js'
export type { BucketScreen, ItemSelection } from './screens/storage/bucket.js'
export type { RemovedItems } from './screens/storage/item-removal.js'
export type { BucketsScreen, NoBucketView } from './screens/storage/buckets.js'
export type { FolderColumn, FolderItem, FolderView } from './screens/storage/folder-column.js'
export type { ItemPreview, OpenedItem, PreviewView } from './screens/storage/item-preview.js'
export type { MoveDialog, MovedItem, OpenMove } from './screens/storage/move-dialog.js'
export type { ConfirmEmailScreen } from './screens/sign-in/confirm-email.js'
export type { ForgotPasswordScreen } from './screens/sign-in/forgot-password.js'
export type { InvitationScreen, InvitationView } from './screens/sign-in/invitation.js'
export type { ResetPasswordScreen } from './screens/sign-in/reset-password.js'
export type { SetUpScreen } from './screens/sign-in/set-up.js'
export type { SignInAgain } from './screens/sign-in/sign-in-again.js'
export type { SignInScreen } from './screens/sign-in/sign-in.js'
export type { AiEdit, AiEditState } from './screens/query/ai-edit.js'
export type { CellPanel, OpenCell } from './screens/query/cell-panel.js'
export type { FormattedText, TextRange } from './screens/query/formatting.js'
export type { ShownHover, ShownSignature } from './screens/query/hover-lines.js'
export type { ImpersonationPicker } from './screens/query/impersonation.js'
export type { UserChoice, UserChoices, UserFinder } from './screens/parts/user-finder.js'
export type { LateHelp } from './screens/query/late-help.js'
export type { QueryPane, ShownParameter } from './screens/query/query-pane.js'
export type { RowExports } from './screens/query/exports.js'
export type { EditorPosition, QueryTools } from './screens/query/query-tools.js'
export type { ResultTab, FixedTab } from './screens/query/result-tabs.js'
export type { RunHistoryPanel } from './screens/query/run-history.js'
export type { Question } from './screens/query/run-question.js'
export type { RunningPanel, RunningRow } from './screens/query/running-list.js'
export type { SchemaTree } from './screens/query/schema-tree.js'
export type { RowAction } from './screens/query/snippet-actions.js'
export type { SnippetList } from './screens/query/snippet-list.js'
export type { SavingMark, SnippetState } from './screens/query/snippet-state.js'
export type { SqlEditorScreen } from './screens/sql/sql-editor.js'
export type { TemplateChoice } from './screens/query/template-choice.js'
export type { NewTicketScreen } from './screens/help/new-ticket.js'
export type {
  AllowanceQuestion,
  ExtensionAction,
  ExtensionRow,
  ExtensionsScreen,
} from './screens/database/extensions.js'
export type { ChosenChanges, MergeQuestion, MergeScreen, MergeView } from './screens/branches/merge.js'
export type { MergeRowsPart, RowsState } from './screens/branches/merge-rows.js'
export type { MigrationRow, MigrationsScreen } from './screens/database/migrations.js'
export type { MigrationPanel, MigrationStart, MigrationValues } from './screens/database/migration-panel.js'
export type { DraftPart } from './screens/database/migration-draft.js'
export type { DriftPart, DriftState } from './screens/database/drift-part.js'
export type { OpenPolicy, PoliciesScreen, PolicyPageView, PolicyTablesView } from './screens/auth/policies.js'
export type { LateExpressionHelp, ExpressionHelp } from './screens/auth/expression-help.js'
export type { MatrixCell, MatrixRow, MatrixView, PolicyMatrix } from './screens/auth/policy-matrix.js'
export type { PolicyPanel, TablePolicyValues } from './screens/auth/policy-panel.js'
export type { PolicyTester, TestedOperation, TesterValues, TesterView } from './screens/auth/policy-tester.js'
export type { ShownAnswer, ShownGate, ShownTest, ShownTestedRow } from './screens/auth/tested-rows.js'
export type { OpenedForm, ShownUser, UsersScreen, UsersView } from './screens/auth/users.js'
export type { MetadataValues, UserPanel, UserQuestion } from './screens/auth/user-panel.js'
export type { RemovedPart, ShownPart, ShownParts, UserParts } from './screens/auth/user-parts.js'
export type { UserToken } from './screens/auth/user-token.js'
export type { NewUser } from './data/users.js'
export type { ReferringRows, WholeUser } from './data/users.js'
export type { StatementRun } from './data/policies.js'
export type { PolicyTable } from './sql/auth/policy-list.js'
export type {
  ListedPolicy,
  PoliciesView,
  PolicyForm,
  PolicyGroup,
  PolicyTemplate,
  PolicyValues,
  StoragePoliciesScreen,
} from './screens/storage/storage-policies.js'
export type {
  LimitValues,
  StorageAddress,
  StorageSettingsScreen,
} from './screens/storage/storage-settings.js'
