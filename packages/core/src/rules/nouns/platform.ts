/** The platform’s answers: errors, retries, versions, support. */
export * from '../help/caret-lines.js'
export * from '../help/cli-version.js'
export * from '../help/device.js'
export * from '../help/errors.js'
export * from '../help/notification-action.js'
export * from '../help/notification-badge.js'
export * from '../help/notifications.js'
export * from '../help/own-error.js'
export * from '../help/retry-delay.js'
export * from '../help/support-link.js'
export * from '../help/ticket-start.js'
export { documentType } from '../organization/document-type.js'
export {
  ALERT_FIGURES,
  figureMinutes,
  figureOfChart,
  figureValue,
  type AlertFigure,
  type SeriesTotal,
} from '../project/alert-figures.js'
export { readLogQuery, type LogQuery, type LogQueryProblem } from '../logs/log-query.js'
