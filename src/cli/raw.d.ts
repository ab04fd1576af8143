// The text of a file of this repository, as the build puts it into the bundle.
declare module '*?raw' {
  const text: string
  export default text
}
