export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  require: ['./test/support/report-properties.ts'],
  timeout: '2m',
  workerThreads: false,
};
