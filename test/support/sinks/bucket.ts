import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../resolvers/child.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';
import { until } from '../until.ts';

const bucket = 'dns-rows';
const ending = '._S3rver_object';

/** The only key that s3rver knows. */
export const bucketKey = 'S3RVER:S3RVER';

/** Starts a server of S3 on loopback with one bucket: it verifies signatures, and keeps objects as files. */
export async function startBucket(t: Ending) {
  const directory = await temporaryDirectory(t);
  const child = fileURLToPath(new URL('./bucket-child.ts', import.meta.url));
  const program = runProgram(t, process.execPath, [child, directory, bucket]);
  const listens = /listens on (\d+)/;
  await until(() => listens.test(program.output()) || program.child.exitCode !== null, 60_000);
  const port = Number(listens.exec(program.output())?.[1]);
  if (!(port > 0)) throw new Error(program.output());
  const root = join(directory, bucket);
  return {
    bucket,
    port,
    url: `http://127.0.0.1:${port}`,
    /** What is in the bucket, by its names in their order. */
    objects: async (): Promise<Map<string, Buffer>> => {
      const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(ending)).sort();
      const contents = files.map(
        async (file) => [file.slice(0, -ending.length), await readFile(join(root, file))] as const,
      );
      return new Map(await Promise.all(contents));
    },
  };
}
