import { valueMatrix } from './value-matrix.js'

valueMatrix('cluster')
