import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { startTestApi } from '../../support/http/http.ts';
import { runSonde } from '../../support/run-sonde.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('a zone of many parts is imported from its packed file, and an import that was broken off goes on', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com', { administrator: true });
  const run = (...args: string[]) =>
    runSonde(['registrations', 'import', ...args, '--url', api.url], { SONDE_KEY: key });
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'Example.ZONE.gz');
  const lines = Array.from(
    { length: 80_000 },
    (_, at) => `d${String(at).padStart(6, '0')}.example.\t172800\tin\tns\tns${at % 7}.provider.net.\n`,
  );
  const text = lines.join('');
  t.true(text.length > 3 * 1_048_576);
  await writeFile(file, gzipSync(text));
  const whole = await run(file, '--json');
  t.is(whole.exitCode, 0, whole.stderr);
  t.deepEqual(JSON.parse(whole.stdout), { rows: 80_000, imported: 80_000, malformed: 0, end: text.length });
  const question = {
    kind: 'nameserver',
    value: 'ns3.provider.net',
    match: 'exact',
    limit: 1,
    offset: 0,
  } as const;
  const { count, hits } = await api.world.registrationIndex.find({ ...question, after: undefined });
  t.is(count, lines.filter((line) => line.includes('ns3.')).length);
  t.is(hits[0]!.source, 'example-zone-gz');

  const rest = JSON.parse((await run(file, '--json', '--from', String(3 * 1_048_576))).stdout);
  t.true(rest.rows > 0 && rest.rows < 40_000, 'the first part is not sent again');

  const csv = join(directory, 'names.csv');
  await writeFile(csv, 'domainName,contactEmail\na.example,a@example.com\n"b');
  t.is((await run(csv)).stdout, '1 domains from 2 rows, 1 rows skipped.\n');
  const absent = await run(join(directory, 'absent.csv'));
  t.regex(absent.stderr, /absent\.csv can't be read: /);
  await writeFile(csv, 'x'.repeat(4 * 1_048_576));
  t.regex((await run(csv)).stderr, /has a line of more than 3145728 bytes\. Is the format csv right\?/);
  await writeFile(file, 'no gzip');
  t.not((await run(file)).exitCode, 0);
});
