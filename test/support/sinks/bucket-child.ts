import { createRequire } from 'node:module';

const S3rver = createRequire(import.meta.url)('@20minutes/s3rver');
const [directory, bucket] = process.argv.slice(2);

// In a process of its own: it takes over what is thrown and not caught.
const server = new S3rver({
  ...{ directory, port: 0, address: '127.0.0.1', silent: true },
  configureBuckets: [{ name: bucket }],
});
const { port } = await server.run();
process.stdout.write(`listens on ${port}\n`);
