import { valueMatrix } from './value-matrix.js'

valueMatrix('pglite')
