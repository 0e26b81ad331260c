import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { AddressPolicy } from '@sonde/scanner/network/address-policy.ts';
import { createGuardedFetch } from '@sonde/scanner/network/guarded-fetch.ts';
import { createSystemResolver } from '@sonde/scanner/network/system-resolver.ts';
import { network } from '@sonde/shared/settings/setting-types.ts';
import test, { type ExecutionContext } from 'ava';
import { CzdsClient } from '../../../../../collector/domain/intelligence/zones/czds-client.ts';
import { ZoneFollower } from '../../../../../collector/domain/intelligence/zones/zone-follower.ts';
import type { ZoneState } from '../../../../../collector/ports/traffic/zones.ts';
import { createZoneSets } from '../../../../../collector/storage/files/zones/zone-sets.ts';
import { createTestMeter } from '../../../../support/meter.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { startLocalCzds } from '../../../../support/zones-of-registries/local-czds.ts';

const day = 86_400_000;
const signal = new AbortController().signal;

async function startFollowing(t: ExecutionContext) {
  const czds = await startLocalCzds(t);
  const root = join(await temporaryDirectory(t), 'zones');
  let now = Date.UTC(2026, 0, 1);
  const clock = { now: () => now };
  const states = new Map<string, ZoneState>();
  const told: string[] = [];
  const meter = createTestMeter();
  const faults = { note: undefined as (() => void) | undefined, isOthers: false };
  const make = () =>
    new ZoneFollower({
      client: new CzdsClient({
        fetch: createGuardedFetch({
          resolver: createSystemResolver(),
          policy: new AddressPolicy([network.parse('127.0.0.0/8')!]),
          userAgent: 'test',
        }),
        accountUrl: czds.url,
        url: czds.url,
        user: 'ada@example.com',
        password: async () => 'of the operator',
        clock,
      }),
      choice: 'all',
      // Few names in memory, so that they are merged from many runs.
      sets: createZoneSets(root, { mostUnpacked: 2_000_000, mostNames: 7 }),
      zoneStates: {
        all: async () => [...states.values()],
        save: async (state) => void states.set(state.zone, state),
        keepOnly: async (zones) => {
          for (const zone of states.keys()) if (!zones.includes(zone)) states.delete(zone);
        },
      },
      seenDomains: {
        note: async (source, domains) => {
          t.is(source, 'zone');
          faults.note?.();
          told.push(...domains.map(({ domain }) => domain));
        },
      },
      leases: { take: async () => !faults.isOthers, release: async () => undefined },
      collectorId: 'one',
      clock,
      log: silentLog,
      meter,
    });
  let follower = make();
  return {
    czds,
    told,
    states,
    meter,
    faults,
    root,
    /** The zone's state after the next look. */
    look: async (after = day) => {
      now += after;
      await follower.follow(signal);
      return states.get('test');
    },
    restart: () => {
      follower = make();
    },
  };
}

const names = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `name-${((index * 7_919) % count) + from}.test`);

test('the first copy is the baseline, and what comes into the zone later is told once', async (t) => {
  const { czds, told, look, restart, states, meter, faults, root } = await startFollowing(t);
  faults.isOthers = true;
  t.is(await look(), undefined, 'another collector has the lease');
  faults.isOthers = false;
  czds.set('test', names(1_000));
  t.like(await look(), { status: 'active', names: 1_000, newNames: null });
  t.deepEqual(told, []);
  t.deepEqual([...states.keys()], ['test'], 'a link to another host is not followed');
  const { downloads } = czds;
  await look(day / 2);
  t.is(czds.downloads, downloads, 'once a day');
  await look();
  t.is(czds.notModified, 1);
  restart();
  czds.set('test', [...names(1_000).slice(1), 'sub.name-5.test', 'b.test', 'a.test', 'A_bad name.test']);
  t.like(await look(), { status: 'active', names: 1_002, newNames: 3 });
  t.deepEqual(told, ['a.test', 'b.test', 'sub.name-5.test']);
  t.deepEqual((await readdir(join(root, 'test'))).toSorted(), ['about.json', 'names', 'names.before']);
  t.is(meter.gauges.get('sonde_zones_read')!(), 1);
  t.is(meter.gauges.get('sonde_zone_names')!(), 1_002);
  t.is(meter.counts.get('sonde_zone_new_names_total'), 3);
});

test('files that are no zones leave the set before', async (t) => {
  const { czds, told, look, meter } = await startFollowing(t);
  czds.set('test', names(100));
  await look();
  const good = czds.packed.get('test')!;
  const bad: [string, Buffer][] = [
    ['cut', good.subarray(0, good.length - 20)],
    ['no_gzip', Buffer.from('<html>')],
    ['no_zone', gzipSync('<html>\n')],
    ['no_zone', gzipSync(Buffer.alloc(1_000_000))],
    ['too_large', gzipSync(Buffer.alloc(3_000_000, '\n'))],
  ];
  for (const [reason, packed] of bad) {
    const before = meter.counts.get(`sonde_zone_failures_total ${reason}`) ?? 0;
    czds.set('test', []);
    czds.packed.set('test', packed);
    t.like(await look(), { status: 'degraded', names: 100 });
    t.is(meter.counts.get(`sonde_zone_failures_total ${reason}`), before + 1, reason);
  }
  // Cut in its transfer.
  czds.zone = (_, response) => {
    response.writeHead(200, { 'content-length': good.length });
    response.write(good.subarray(0, 50), () => response.destroy());
  };
  t.like(await look(), { status: 'degraded', names: 100, failures: 6 });
  czds.zone = undefined;
  czds.set('test', [...names(100), 'new.test']);
  t.like(await look(), { status: 'active', names: 101, failures: 0 });
  t.deepEqual(told, ['new.test']);
});

test('refusals are heeded, and a token that ended is asked for again', async (t) => {
  const { czds, look } = await startFollowing(t);
  czds.set('test', names(10));
  czds.login = (_, response) => void response.writeHead(401).end();
  await look();
  await look(60_000);
  t.is(czds.logins, 1, 'a wrong password is not tried again at once');
  czds.login = (_, response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
  await look();
  await look(3_600_000);
  t.is(czds.logins, 2);
  czds.login = undefined;
  t.like(await look(), { status: 'active' });
  t.is(czds.logins, 3);
  czds.token = 'token-2';
  t.like(await look(day / 4 + day), { status: 'active' });
  for (const status of [403, 500]) {
    czds.zone = (_, response) => void response.writeHead(status).end();
    t.like(await look(), {
      status: 'degraded',
      note: `The zone data service answers with status ${status}.`,
    });
  }
  czds.zone = (_, response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
  await look();
  const { downloads } = czds;
  await look(3_600_000);
  t.is(czds.downloads, downloads);
  czds.zone = undefined;
  t.like(await look(), { status: 'active', failures: 0 });
  czds.listed = [];
  t.like(await look(), { names: 10 }, 'an empty list takes nothing away');
});

test('a zone that lost most of its names is believed only if it stays so', async (t) => {
  const { czds, told, look } = await startFollowing(t);
  czds.set('test', names(100));
  await look();
  czds.set('test', names(40, 1_000));
  for (let days = 0; days < 7; days++) t.like(await look(), { status: 'degraded', names: 100 });
  t.deepEqual(told, []);
  t.like(await look(), { status: 'active', names: 40 });
});

test('what is broken off is done again as if it had not begun', async (t) => {
  const { czds, told, look, restart, faults, root } = await startFollowing(t);
  czds.set('test', names(100));
  await look();
  czds.set('test', [...names(100), 'new.test']);
  faults.note = () => {
    throw new Error('The store is away.');
  };
  await t.throwsAsync(look(), { message: 'The store is away.' });
  const { downloads } = czds;
  await look(60_000);
  t.is(czds.downloads, downloads, 'not fetched again at once');
  faults.note = undefined;
  restart();
  // What a process that was killed leaves behind.
  await mkdir(join(root, 'test', 'work'), { recursive: true });
  await writeFile(join(root, 'test', 'work', 'names.next'), 'half');
  await rename(join(root, 'test', 'names'), join(root, 'test', 'names.before'));
  t.like(await look(), { status: 'active', names: 101, newNames: 1 });
  t.deepEqual(told, ['new.test']);
});
