/** A module's text, as the bundler and the runtime hand it over. */
declare module '*.yang' {
  const text: string
  export default text
}
