import { dumpsLoad } from './dumps-load.js'

dumpsLoad('pglite')
