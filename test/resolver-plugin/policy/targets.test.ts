import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { LatestRun } from '../../../resolver-plugin/policy/latest-run.ts';
import { PowerDnsCache } from '../../../resolver-plugin/policy/powerdns-cache.ts';
import { unboundControlTarget } from '../../../resolver-plugin/policy/unbound-control.ts';
import { ZoneFile } from '../../../resolver-plugin/policy/zone-file.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { until } from '../../support/until.ts';

const answer = { key: 'CNAME .', records: [{ type: 'CNAME' as const, value: '.' }] };
const fresh = rule('fresh', { kind: 'name', name: 'fresh.example' });

test('an Unbound that cannot fetch the zone reads it from a file when told', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'policy.zone');
  const socket = join(directory, 'control.sock');
  const { zone, apply } = await startPrimary(t, []);
  const failed = (error: unknown) => t.fail(String(error));
  const first = new ZoneFile({ zone, path, mode: 0o644, failed });
  first.changed({ removed: [], put: [] });
  await first.idle();
  const upstream = await startUpstream(t);
  const resolver = await startUnbound(
    t,
    '',
    `rpz:
  name: ${policyZone}
  zonefile: "${path}"
remote-control:
  control-enable: yes
  control-interface: "${socket}"
  control-use-cert: no
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstream}`,
  );
  const program = { file: 'unbound-control', args: ['-c', join(resolver.directory, 'unbound.conf')] };
  const target = unboundControlTarget(program, { zone, path, mode: 0o644, failed });
  const code = async () => responseCodeOf(await askUdp(resolver.port, 'fresh.example'));
  t.is(await code(), 'NOERROR');
  apply([fresh]);
  target.changed({ removed: [], put: [] });
  await target.idle();
  await until(async () => (await code()) === 'NXDOMAIN');
  apply([], ['fresh']);
  target.changed({ removed: [], put: [] });
  await target.idle();
  await until(async () => (await code()) === 'NOERROR');
});

test('a file or a program that cannot be had is told of', async (t) => {
  const directory = await temporaryDirectory(t);
  const { zone } = await startPrimary(t, []);
  const errors: unknown[] = [];
  const failed = (error: unknown) => void errors.push(error);
  const nowhere = new ZoneFile({ zone, path: join(directory, 'no', 'zone'), mode: 0o644, failed });
  nowhere.changed({ removed: [], put: [] });
  await nowhere.idle();
  const program = { file: join(directory, 'none'), args: [] };
  const untold = unboundControlTarget(program, { zone, path: join(directory, 'zone'), mode: 0o644, failed });
  untold.changed({ removed: [], put: [] });
  await untold.idle();
  t.is(errors.length, 2);
});

test('PowerDNS: names that changed are wiped together, or all of them', async (t) => {
  const directory = await temporaryDirectory(t);
  const log = join(directory, 'log');
  const file = join(directory, 'rec_control');
  await writeFile(file, `#!/bin/sh\necho "$@" >> ${log}\n`);
  await chmod(file, 0o755);
  const cache = new PowerDnsCache({ file, args: ['-x'] }, 10, (error) => t.fail(String(error)));
  cache.changed({ removed: ['old.example'], put: [['*.new.example', answer]] });
  cache.changed({ removed: [], put: [['new.example', answer]] });
  await cache.idle();
  for (const owner of ['24.0.2.0.192.rpz-client-ip', '--help', '*']) {
    cache.changed({ removed: [owner], put: [] });
    await cache.idle();
  }
  cache.changed({ removed: Array.from({ length: 5_000 }, (_, index) => `n${index}.example`), put: [] });
  await cache.idle();
  t.deepEqual((await readFile(log, 'utf8')).trim().split('\n'), [
    '-x wipe-cache old.example$ new.example$',
    ...Array(4).fill('-x wipe-cache $'),
  ]);
});

test('work that is asked for while it runs is done once more', async (t) => {
  let runs = 0;
  let overlap = 0;
  const failures: unknown[] = [];
  const run = new LatestRun(
    async () => {
      overlap++;
      t.is(overlap, 1);
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 5));
      overlap--;
      if (runs === 2) throw new Error('second');
    },
    (error) => failures.push(error),
  );
  run.start();
  for (let turn = 0; turn < 10; turn++) run.start();
  await run.idle();
  t.is(runs, 2);
  t.is(failures.length, 1);
  run.start();
  await run.idle();
  t.is(runs, 3);
});
