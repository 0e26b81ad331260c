import { appendFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { FollowedLog } from '../../../../agent/capture/logs/followed-log.ts';
import { PlaceKeeper } from '../../../../agent/capture/logs/log-place.ts';
import { Pipeline } from '../../../../agent/pipeline/pipeline.ts';
import { defaultPipelineOptions } from '../../../../agent/pipeline/pipeline-options.ts';
import { decodeRows } from '../../../../shared/batch/row-reader.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const header =
  '#separator \\x09\n#fields\tts\tid.orig_h\tid.orig_p\tid.resp_h\tid.resp_p\ttrans_id\tquery\tqtype\trcode\n';
const queryTimeout = 200_000;
let count = 0;
const line = (name: string) =>
  `${1_772_366_400 + count++}.5\t192.0.2.7\t51000\t198.51.100.53\t53\t${count}\t${name}\t1\t0\n`;

/** Follows a log until the test ends it; the names that came are in the order of their rows. */
function follow(t: ExecutionContext, path: string, directory: string) {
  const names: string[] = [];
  const pipeline = new Pipeline(
    { ...defaultPipelineOptions, queryTimeout },
    {
      rows: (bytes) => names.push(...[...decodeRows(bytes)].map(({ queryName }) => queryName)),
    },
  );
  const room = async () => pipeline.flush();
  const place = new PlaceKeeper(join(directory, 'place.json'));
  const log = new FollowedLog({ path, place, room, interval: 5, keepInterval: 20 });
  const running = log.run(pipeline);
  t.teardown(() => log.stop());
  return {
    names,
    log,
    until: async (last: string) => {
      while (names.at(-1) !== last) await delay(5);
    },
    end: async () => {
      await log.stop();
      await running;
      pipeline.end();
    },
  };
}

test('a log is followed from its end through rotation and truncation, and later from where it was left', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'dns.log');
  await writeFile(path, `${header}${line('before.example')}`);
  const first = follow(t, path, directory);
  // It has begun when the place is known.
  while (first.log.statistics().captured === 0) {
    await appendFile(path, line('begun.example'));
    await delay(20);
  }
  const half = line('halves.example');
  await appendFile(path, half.slice(0, 20));
  await delay(20);
  await appendFile(path, half.slice(20));
  await first.until('halves.example');
  t.false(first.names.includes('before.example'));

  await appendFile(path, line('last-of-it.example'));
  await rename(path, `${path}.1`);
  await appendFile(`${path}.1`, line('behind-the-rename.example'));
  await first.until('behind-the-rename.example');
  await writeFile(path, `${header}${line('rotated.example')}`);
  await first.until('rotated.example');
  t.is(first.names.filter((name) => name === 'last-of-it.example').length, 1);

  await truncate(path, 0);
  await delay(50);
  await appendFile(path, `${header}${line('cut.example')}`);
  await first.until('cut.example');
  await first.end();

  await appendFile(path, line('while-away.example'));
  const second = follow(t, path, directory);
  await second.until('while-away.example');
  t.deepEqual(second.names, ['while-away.example']);
  await second.end();
});

test('a log that is not there yet is waited for, and read from its beginning', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'dns.log');
  const followed = follow(t, path, directory);
  while (followed.log.fault?.includes('no file') !== true) await delay(5);
  await writeFile(`${path}.new`, `${header}${line('first.example')}`);
  await rename(`${path}.new`, path);
  await followed.until('first.example');
  t.deepEqual([followed.log.fault], [undefined]);
  await rm(path);
  await followed.end();
});

test('a query without its response ends while the log is silent', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'eve.json');
  const followed = follow(t, path, directory);
  while (followed.log.fault === undefined) await delay(5);
  const ends = {
    src_ip: '192.0.2.7',
    src_port: 1_025,
    dest_ip: '198.51.100.53',
    dest_port: 53,
    proto: 'UDP',
  };
  const dns = { version: 2, type: 'query', id: 1, rrname: 'silent.example', rrtype: 'A' };
  const event = { timestamp: '2026-03-01T12:00:00.000000+0000', event_type: 'dns', ...ends, dns };
  await writeFile(`${path}.new`, `${JSON.stringify(event)}\n`);
  await rename(`${path}.new`, path);
  while (followed.log.statistics().captured === 0) await delay(5);
  t.deepEqual(followed.names, []);
  // Rows are handed out when the log grows or the sensor's batch is closed: here by the next piece.
  await delay(queryTimeout / 1_000 + 200);
  await appendFile(path, '{"event_type":"flow"}\n');
  await followed.until('silent.example');
  await followed.end();
});
