// Without it, the compiler would infer a type from the whole document.
declare module '@museum/adapters-http/openapi.json' {
  const document: unknown
  export default document
}
