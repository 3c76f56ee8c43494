/** Connect: how programs reach a project, and the files they are written with. */
export * from '../connect-address.js'
export * from '../connect-catalogue.js'
export * from '../connect-poolers.js'
export * from '../connect-project.js'
export * from '../connect-shown.js'
export * from '../connect-strings.js'
export * from '../connect-files/connect-files.js'
