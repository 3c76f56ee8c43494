/** Text of SQL as data: pure, and the same in the browser and on the server. */
export { quoteIdentifier, quoteLiteral, qualifiedName } from './quoting.js'
export { printed } from './output-text.js'
export * from './impersonation.js'
export * from './impersonation-candidates.js'
export * from './catalogue/index.js'
export * from './starters.js'
export * from './templates.js'
export { COMPLETION_STATEMENTS } from './catalogue/completion.js'
export { schemaGraphStatement, type GraphPart } from './catalogue/schema-graph.js'
export { dropImpactStatement, type DropImpact } from './drop-impact.js'
export * from './import-sql.js'
export * from './types.js'
export { ENTITY_TYPES } from './entity-types.js'
export {
  COUNTED_REFERENCES_MAX,
  incomingReferencesIn,
  incomingReferencesStatement,
  referringRowsStatement,
  type IncomingReference,
} from './deletion-impact.js'
export {
  API_OBJECTS_MAX,
  API_ROLES,
  apiDetailIn,
  apiFunctionStatement,
  apiObjectsIn,
  apiObjectsStatement,
  apiTableStatement,
  type ApiArgument,
  type ApiColumn,
  type ApiFunction,
  type ApiObject,
  type ApiRole,
  type ApiTable,
} from './api-objects.js'
export {
  dataApiReachIn,
  dataApiReachStatement,
  EXPOSABLE_SCHEMAS_STATEMENT,
  REACH_MAX,
  serviceLoginOf,
  serviceLoginStatement,
  type DataApiReach,
  type Reached,
  type ReachedKind,
  type RoleReach,
} from './data-api-reach.js'
export { dropListIn, dropListStatement, joinedDropLists, type DropList } from './drop-list.js'
export {
  changedValuesIn,
  changedValuesStatement,
  valueCountStatement,
  type ChangedValues,
} from './structure-losses.js'
export {
  LOCK_WAIT_SECONDS,
  LOCK_WAIT_STATEMENT,
  lockHoldersIn,
  lockHoldersStatement,
} from './lock-holders.js'
export {
  foreignKeyTargetsStatement,
  OWN_SCHEMAS_STATEMENT,
  OWN_TYPES_STATEMENT,
  relationTakenStatement,
  schemaTakenStatement,
} from './structure-lookups.js'
export { PUBLISHED_TABLES_STATEMENT } from './published-tables.js'
export type { DdlOrigin, DdlStatement } from './column-ddl.js'
export {
  createSchemaStatements,
  createTableStatements,
  dropTableStatement,
  duplicateTableStatements,
  realtimeStatement,
  rlsStatement,
  tableChanges,
} from './table-ddl.js'
export {
  tableDescriptionIn,
  tableDescriptionStatement,
  type DescribedColumn,
  type ForeignKey,
  type ReadDescription,
  type TableDescription,
} from './table-description.js'
export { editPlan, editsAsSql, type EditPlan, type EditStatement } from './staged-edits.js'
export { unchangedReasonsIn, unchangedReasonsStatement, type UnchangedReasons } from './unchanged-reason.js'
export { tableDetailIn, tableDetailStatement, type TableDetail } from './table-detail.js'
export { seekValues, type PageEdge } from './row-order.js'
export { tableRowsStatement, type RowPage } from './table-rows.js'
export {
  createPolicyStatements,
  dropPolicyStatement,
  policiesOfBucketAlone,
  STORAGE_POLICIES,
  storagePoliciesIn,
  type NewPolicy,
  type StoragePolicy,
} from './storage-policies.js'
export {
  policyTestIn,
  policyTestText,
  TESTED_ROWS_MAX,
  type PolicyTest,
  type PolicyTestResult,
  type TestedRow,
} from './auth/policy-test.js'
export {
  USERS_PAGE_SIZE,
  usersCountStatement,
  usersExportQuery,
  usersIn,
  usersPageStatement,
  type ListedUser,
  type UserRequest,
} from './auth/users.js'
export { policyMatrixIn, policyMatrixStatement, type MatrixTable } from './auth/policy-matrix.js'
export { policyTablesIn, policyTablesStatement, type PolicyTable } from './auth/policy-list.js'
export { auditExportQuery, type AuditExport } from './auth/audit-export.js'
export { createPolicyStatement, policyChanges } from './auth/policy-ddl.js'
export {
  userStatement,
  userEntriesStatement,
  userIn,
  USER_TABLES_STATEMENT,
  type UserDetail,
  type UserTable,
} from './auth/user-detail.js'
export {
  objectIn,
  objectKinds,
  objectStatementOf,
  type FieldValue,
  type KeptReason,
  type ObjectAction,
  type ObjectField,
  type ObjectKind,
  type ObjectKindName,
  type ObjectRow,
  type ObjectStatement,
  type ObjectValues,
  type RowField,
  type Suggestions,
} from './objects/index.js'
export {
  ownResetStatement,
  resetStatementsText,
  statementDetailStatement,
  statementList,
  statementRolesStatement,
  statementTextsStatement,
  type StatementDetail,
} from './statement-statistics.js'
export { explainStatements, trialStatements } from './statement-explain.js'
export {
  SESSION_LIST_STATEMENT,
  sessionStopText,
  type DatabaseSession,
  type SessionStop,
} from './session-list.js'
