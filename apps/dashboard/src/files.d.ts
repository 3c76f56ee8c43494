declare module '*.css'

/** The address of a file that the bundler emits. */
declare module '*?url' {
  const url: string
  export default url
}
