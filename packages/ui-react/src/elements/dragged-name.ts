/** The data type of a dragged row that carries a name for SQL. */
export const NAME_TYPE = 'application/x-basedeck-name'
