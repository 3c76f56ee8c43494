/** The labels of a grid of rows: of a result, and of a table. */
import { sqlResultsText, sqlText } from '@basedeck/core/text'

export const GRID_TEXT = {
  nullWord: sqlText.cellNull,
  copyCell: sqlText.copyCell,
  viewCell: sqlText.viewCell,
  copyRow: sqlResultsText.copyRow,
  copyRange: sqlResultsText.copyRange,
  copyAs: sqlResultsText.copyAs,
  copyFormats: sqlResultsText.copyFormats,
  rowNumber: sqlText.rowNumber,
}
