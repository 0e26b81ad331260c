// `npm test` writes files that each run the tests of many (scripts/test/batches.ts).
const batches = process.env.TEST_BATCHES;

export default {
  files: ['test/**/*.test.ts', ...(batches === undefined ? [] : [`${batches}/*.test.ts`])],
  extensions: ['ts'],
  require: ['./test/support/report-properties.ts', './test/support/report-times.ts'],
  timeout: '5m',
  workerThreads: false,
};
