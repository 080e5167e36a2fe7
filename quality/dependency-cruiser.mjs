/** Code that only tests run. The package testing is published for tests of other projects. */
const testCode = ['\\.test\\.ts$', '^(packages|apps)/[^/]+/(src/)?test/', '^packages/testing/']
const shippedCode = { path: '^(packages|apps)/', pathNot: testCode }
/** @type {(name: string, from: object, to: object) => object} */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** Which code may import which. `tools/boundaries.test.ts` breaks each rule and expects it to be reported. */
export default {
  forbidden: [
    forbid(
      'the domain imports only itself',
      { path: '^packages/domain/', pathNot: testCode },
      { pathNot: '^packages/domain/' },
    ),
    forbid(
      'the concurrency imports only itself',
      { path: '^packages/concurrency/', pathNot: testCode },
      { pathNot: '^packages/concurrency/' },
    ),
    forbid(
      'the application imports only the domain and the concurrency',
      { path: '^packages/application/', pathNot: testCode },
      { pathNot: '^packages/(application|domain|concurrency)/' },
    ),
    forbid(
      'testing imports only the application, the domain and chai',
      { path: '^packages/testing/', pathNot: '\\.test\\.ts$' },
      { pathNot: '^packages/(testing|application|domain)/|/node_modules/chai/' },
    ),
    // Its tests on the tables of the museum are those of adapters-persistence.
    forbid(
      'the database imports only the concurrency',
      { path: '^packages/database/' },
      { path: '^(packages|apps)/', pathNot: '^packages/(database|concurrency)/' },
    ),
    forbid(
      'the languages import only themselves',
      { path: '^packages/languages/', pathNot: testCode },
      { pathNot: '^packages/languages/' },
    ),
    forbid(
      'only what visitors read imports the languages',
      { pathNot: '^(packages/(languages|adapters-(http|imaging|messaging))|apps)/' },
      { path: '^packages/languages/' },
    ),
    forbid(
      'adapters import no other adapter',
      { path: '^packages/(adapters-[^/]+)/' },
      { path: '^packages/adapters-', pathNot: '^packages/$1/' },
    ),
    forbid(
      'the desk imports only the client, the languages and its libraries',
      { path: '^apps/desk/src/', pathNot: '\\.test\\.ts$' },
      {
        pathNot: [
          '^apps/desk/src/',
          '^packages/(client|languages)/',
          'node_modules/(preact|@preact/signals|idb|qr|vite)/',
        ],
      },
    ),
    forbid(
      'apps import no other app',
      { path: '^apps/([^/]+)/', pathNot: testCode },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'only apps import apps',
      { pathNot: '^(apps/|deploy/|examples/[^/]+/test/|packages/client/test/)' },
      { path: '^apps/' },
    ),
    // Examples stand for other people's projects, which install the packages from a registry.
    forbid(
      'examples import no file outside of themselves',
      { path: '^(examples/[^/]+)/', pathNot: '^examples/[^/]+/test/' },
      { pathNot: '^$1/', dependencyTypes: ['local'] },
    ),
    forbid(
      'the offline gate imports only Node and the client',
      { path: '^(examples/offline-gate)/', pathNot: '^examples/[^/]+/test/' },
      { pathNot: ['^$1/', '^packages/client/'], dependencyTypesNot: ['core'] },
    ),
    forbid(
      'only the composition imports inversify',
      { pathNot: '^apps/server/src/composition/' },
      { path: 'node_modules/(inversify|reflect-metadata)/' },
    ),
    forbid(
      'only the payments import Stripe',
      { pathNot: '^packages/adapters-payment/' },
      { path: 'node_modules/stripe/' },
    ),
    forbid(
      'only the metrics import the client of Prometheus',
      { pathNot: '^apps/server/src/observability/metrics/' },
      { path: 'node_modules/@prometheus-io/' },
    ),
    // The metrics are loaded only when they are served.
    forbid(
      'the metrics are imported dynamically',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/observability/metrics/', '\\.test\\.ts$'] },
      { path: '^apps/server/src/observability/metrics/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    ),
    forbid(
      'only the tracing imports OpenTelemetry',
      { pathNot: '^apps/server/(src/observability/tracing|test)/' },
      { path: 'node_modules/@opentelemetry/' },
    ),
    // OpenTelemetry is loaded only when traces are requested.
    forbid(
      'the tracing is imported dynamically',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/observability/tracing/', '\\.test\\.ts$'] },
      {
        path: '^apps/server/src/observability/tracing/',
        pathNot: '/tracing\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    ),
    forbid(
      'what is loaded without traces imports no OpenTelemetry',
      { path: '^apps/server/src/observability/tracing/tracing\\.ts$' },
      {
        path: ['node_modules/@opentelemetry/', '^apps/server/src/observability/tracing/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid('shipped code imports no test code', shippedCode, { path: testCode }),
    forbid('shipped code imports no tools', shippedCode, { path: '^tools/' }),
    forbid('tools import no package', { path: '^tools/' }, { path: '^packages/' }),
    forbid(
      'bench, torture and examples are imported by nothing else',
      { path: '^(packages|apps|tools|quality/[^/]+|examples)/' },
      { path: '^(quality|examples)/', pathNot: '^$1/' },
    ),
    // A package name gives access only to the exports of the package. The fakes of Stripe and of a mail server are
    // none of them, and other tests need them.
    forbid(
      'packages are imported by name',
      { path: '^(packages/[^/]+|apps|tools|quality|examples)/' },
      {
        path: '^packages/',
        pathNot: ['^$1/', '^packages/adapters-(payment/test/fake-stripe|messaging/test/a-mail-server)\\.ts$'],
        dependencyTypes: ['local'],
      },
    ),
    forbid('no cycles', {}, { circular: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '/dist/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@museum/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
