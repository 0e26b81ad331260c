import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import test from 'ava';
import { readDnstapFile } from '../../../resolver-plugin/dnstap/read-file.ts';
import {
  collectingTarget,
  encodeDnstap,
  frameStream,
  sampleMessage,
} from '../../support/resolvers/dnstap-messages.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const payloads = Array.from({ length: 5_000 }, (_, port) =>
  encodeDnstap(sampleMessage({ query_port: port })),
);
const stream = frameStream(payloads);

test('files of frames, plain and compressed', async (t) => {
  const directory = await temporaryDirectory(t);
  const files = {
    'a.fstrm': stream,
    'a.fstrm.gz': gzipSync(stream),
    'a.fstrm.zst': zstdCompressSync(stream),
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    await writeFile(path, content);
    const target = collectingTarget();
    await readDnstapFile(path, target);
    t.deepEqual(
      target.messages.map((message) => message.query_port),
      [...payloads.keys()],
    );
    t.is(target.counters.bytes, stream.length);
  }
});

test('a file cut off counts what it holds; others are refused', async (t) => {
  const path = join(await temporaryDirectory(t), 'b.fstrm');
  const cut = collectingTarget();
  await writeFile(path, stream.subarray(0, -12));
  await readDnstapFile(path, cut);
  t.is(cut.messages.length, payloads.length);
  t.is(cut.counters.streamFaults.cut_off, 1);
  for (const content of ['', 'no frames in here', frameStream([]).subarray(0, 10)]) {
    await writeFile(path, content);
    await t.throwsAsync(readDnstapFile(path, collectingTarget()), { name: 'FrameStreamError' });
  }
  await t.throwsAsync(readDnstapFile(`${path}.none`, collectingTarget()), { code: 'ENOENT' });
});
