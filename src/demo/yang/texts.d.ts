/** A module's text, imported as a string by the bundler and the runtime. */
declare module '*.yang' {
  const text: string
  export default text
}
