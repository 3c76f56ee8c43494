/** What a dragged row carries that stands for a name in a text of SQL. */
export const NAME_TYPE = 'application/x-basedeck-name'
