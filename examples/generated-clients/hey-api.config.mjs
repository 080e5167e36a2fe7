/** The configuration of `@hey-api/openapi-ts`. The imports have extensions, so that Node runs the client as it is. */
export default {
  input: '../../packages/adapters-http/openapi.json',
  output: { path: 'generated/hey-api', importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
