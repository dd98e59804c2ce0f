// The directions in which code may depend on code (docs/architecture.md draws them).
const STEPS = '(detection|landmarks|recognition|attributes|quality|liveness)';
const analysis = (path) => `^packages/analysis/src/${path}`;
const engine = (path) => `^packages/engine/src/${path}`;
const server = (path) => `^packages/server/src/${path}`;
const FEATURES = '(boot|images|faces|people|liveness|doors|accounts|admin)';
const ANALYSIS = '^packages/analysis/';
const WASM = '^packages/wasm/';
const MODEL_BUILD = '^packages/model-build/';
const TEST = '\\.test\\.(fixture\\.)?ts$';
const notTest = { pathNot: TEST };

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      // Training, calibration, benchmarks: nothing that a user installs or runs needs them.
      name: 'packages-know-no-lab',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^lab/' },
    },
    {
      name: 'geometry-depends-on-nothing',
      severity: 'error',
      from: { path: analysis('geometry/'), ...notTest },
      to: { pathNot: analysis('geometry/') },
    },
    {
      name: 'pixels-know-only-geometry-and-wasm',
      severity: 'error',
      from: { path: analysis('image/'), ...notTest },
      to: { path: '^packages/', pathNot: [analysis('(image|geometry)/'), WASM] },
    },
    {
      name: 'decoding-knows-only-pixels-geometry-errors-and-limits',
      severity: 'error',
      from: { path: engine('image/'), ...notTest },
      to: {
        path: '^packages/',
        pathNot: [
          engine('image/'),
          `${ANALYSIS}dist/(image|geometry)/`,
          `${ANALYSIS}dist/(errors|analysis/call-limits)`,
        ],
      },
    },
    {
      // It runs in Node and in browsers: its hosts give it pixels, and models that run.
      name: 'analysis-knows-no-host',
      severity: 'error',
      from: { path: ANALYSIS, ...notTest },
      to: { pathNot: [ANALYSIS, WASM] },
    },
    {
      name: 'browser-knows-only-the-analysis',
      severity: 'error',
      from: { path: '^packages/browser/', ...notTest },
      to: { pathNot: ['^packages/browser/', ANALYSIS, 'node_modules/onnxruntime'] },
    },
    {
      // The worker is large: the page itself knows of it only what they send each other.
      name: 'page-knows-no-worker',
      severity: 'error',
      from: { path: '^packages/browser/src/[^/]+$' },
      to: {
        path: ['^packages/browser/src/worker/', `${ANALYSIS}(?!dist/(errors|image/is-supported))`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'wasm-depends-on-nothing',
      severity: 'error',
      from: { path: WASM, ...notTest },
      to: { pathNot: WASM },
    },
    {
      name: 'only-kernels-import-wasm',
      severity: 'error',
      from: { pathNot: [WASM, analysis('image/'), '^packages/gallery/src/compact/'] },
      to: { path: WASM },
    },
    {
      name: 'steps-know-image-model-geometry',
      severity: 'error',
      from: { path: analysis(`${STEPS}/`), ...notTest },
      to: {
        path: '^packages/',
        pathNot: [analysis('(image|geometry)/'), analysis('(model|errors)\\.ts$'), analysis(`$1/`)],
      },
    },
    {
      name: 'only-decode-imports-sharp',
      severity: 'error',
      from: { path: '^packages/engine/src', pathNot: [engine('image/'), TEST] },
      to: { path: 'node_modules/sharp' },
    },
    {
      name: 'only-runtime-imports-onnxruntime',
      severity: 'error',
      from: {
        path: '^packages',
        pathNot: [engine('runtime/'), '^packages/browser/src/worker/run-model', TEST],
      },
      to: { path: 'node_modules/onnxruntime' },
    },
    {
      name: 'models-know-no-step',
      severity: 'error',
      from: { path: engine('models/'), ...notTest },
      to: {
        path: '^packages/',
        pathNot: [engine('models/'), `${ANALYSIS}dist/(errors|web-models)`, MODEL_BUILD],
      },
    },
    {
      // tests/models fetches real weights with the engine's store.
      name: 'model-build-knows-no-package',
      severity: 'error',
      from: { path: `${MODEL_BUILD}src/` },
      to: { path: '^(packages|tests)/', pathNot: MODEL_BUILD },
    },
    {
      name: 'only-the-model-store-builds-models',
      severity: 'error',
      from: {
        path: '^(packages|lab|tests)/',
        pathNot: [MODEL_BUILD, engine('models/'), '^lab/generate/', '^tests/models/'],
      },
      to: { path: MODEL_BUILD },
    },
    {
      // A start from the cache reads the list of sources, never a converter.
      name: 'converters-are-loaded-only-to-build',
      severity: 'error',
      from: { path: engine('') },
      to: {
        path: MODEL_BUILD,
        pathNot: `${MODEL_BUILD}dist/recipes\\.`,
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      // What every feature stands on.
      name: 'foundations-know-no-feature',
      severity: 'error',
      from: { path: `${server('(http|work|db|observe)/')}`, ...notTest },
      to: { path: server(`${FEATURES}/`) },
    },
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      from: { path: server(`${FEATURES}/`), ...notTest },
      to: {
        path: server(`${FEATURES}/`),
        // The command starts like the service does.
        pathNot: [server('$1/'), server('[^/]+/index\\.ts$'), server('boot/(config/|open-configured)')],
      },
    },
    {
      name: 'db-knows-no-rules',
      severity: 'error',
      from: { path: server('db/'), ...notTest },
      to: { path: '^packages/', pathNot: [server('(db|work)/'), server('errors')] },
    },
    {
      name: 'only-the-tracer-imports-opentelemetry',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/server/src/observe/tracing/otel/' },
      to: { path: 'node_modules/@opentelemetry' },
    },
    {
      name: 'opentelemetry-only-when-asked-for',
      severity: 'error',
      from: {
        path: '^packages/server/src/',
        pathNot: ['^packages/server/src/observe/tracing/otel/', TEST],
      },
      to: {
        path: '^packages/server/src/observe/tracing/otel/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      // The page calls like any other client, judges distances by the search rule of the gallery, and sorts by its
      // clustering. It has vectors in memory already, so it does without the gallery itself.
      name: 'portal-knows-only-the-client-the-search-rule-and-the-clustering',
      severity: 'error',
      from: { path: '^packages/portal/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/portal/',
          // Types alone: the page loads the package from the server.
          '^packages/browser/dist/index\\.d\\.ts$',
          '^packages/client/dist/(index|responses)\\.(js|d\\.ts)$',
          '^packages/client/dist/liveness/prove-liveness\\.(js|d\\.ts)$',
          '^packages/gallery/dist/(search|cluster)/',
        ],
      },
    },
    {
      // Tests use both together, as callers do.
      name: 'client-knows-only-http',
      severity: 'error',
      from: { path: '^packages/client/', ...notTest },
      to: { path: '^packages/', pathNot: '^packages/client/' },
    },
    {
      name: 'gallery-knows-only-wasm',
      severity: 'error',
      from: { path: '^packages/gallery/', ...notTest },
      to: { path: '^packages/', pathNot: ['^packages/gallery/', WASM] },
    },
    {
      name: 'server-knows-no-caller',
      severity: 'error',
      from: { path: '^packages/server/' },
      to: { path: '^packages/(client|cli)/' },
    },
    {
      // Collections are galleries that the service keeps.
      name: 'only-collections-use-the-gallery',
      severity: 'error',
      from: { path: '^packages/server/', pathNot: ['/people/', TEST] },
      to: { path: '^packages/gallery/' },
    },
    {
      name: 'test-support-knows-only-processes-and-http',
      severity: 'error',
      from: { path: '^tests/support/' },
      to: { path: '^packages/' },
    },
    {
      name: 'tests-of-the-service-know-only-http',
      severity: 'error',
      from: { path: '^tests/service/' },
      to: { path: '^packages/' },
    },
    {
      name: 'engine-knows-no-server',
      severity: 'error',
      from: { path: '^packages/engine' },
      to: { path: '^packages/(server|portal|client|gallery|cli)' },
    },
  ],
  options: {
    // Packages see each other as built; what lies behind that door is checked from its own source.
    doNotFollow: { path: ['node_modules', '/dist/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
};
