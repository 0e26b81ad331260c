export default {
  files: ['test/**/*.test.ts'],
  extensions: { ts: 'module' },
  timeout: '2m',
  workerThreads: false,
};
