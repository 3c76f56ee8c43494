/** Connect: how programs reach a project, and the files they are written with. */
export * from '../connect/connect-address.js'
export * from '../connect/connect-catalogue.js'
export * from '../connect/connect-poolers.js'
export * from '../connect/connect-project.js'
export * from '../connect/connect-shown.js'
export * from '../connect/connect-strings.js'
export * from '../connect/connect-files/connect-files.js'
