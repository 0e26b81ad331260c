import test from 'ava';
import { receiptOf } from '../../../../../collector/domain/detection/receipt/seal.ts';
import { defaultSettings } from '../../../../../collector/domain/detection/settings.ts';
import { CertificateWatch } from '../../../../../collector/domain/intelligence/transparency/watch/certificate-watch.ts';
import { judgeCertificates } from '../../../../../collector/domain/intelligence/transparency/watch/judge-certificates.ts';
import type { Threat } from '../../../../../collector/ports/threats/threats.ts';
import type { PassiveRecord } from '../../../../../collector/ports/traffic/passive-dns.ts';
import type { SeenCertificate } from '../../../../../collector/ports/transparency/certificates.ts';
import { createCertificateLogStore } from '../../../../../collector/storage/postgres/transparency/certificate-logs.ts';
import { createWatchedCertificateStore } from '../../../../../collector/storage/postgres/transparency/watched-certificates.ts';
import { freshDatabase } from '../../../../support/engines/postgres.ts';
import { someAccount } from '../../../../support/engines/postgres-samples.ts';
import { offlineWorld } from '../../../../support/scans/offline-world.ts';
import { recordedDns } from '../../../../support/scans/recorded-dns.ts';
import { silentLog } from '../../../../support/silent-log.ts';
import { systemRandom } from '../../../../support/system-random.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 4, 1);
let number = 0;

function certificate(names: string[], organization = 'Authority One', days = 90): SeenCertificate {
  number++;
  return {
    id: String(number).padStart(64, '0'),
    kind: 'precertificate',
    issuer: `CN=R1,O=${organization}`,
    organization,
    serial: String(number),
    notBefore: new Date(start),
    notAfter: new Date(start + days * day),
    names,
    namesLeftOut: 0,
    log: 'Log of tests',
    entry: number,
    loggedAt: new Date(start),
  };
}

const zone = `
  ; CAA 0 issue "letsencrypt.org"
  watched.example CAA \\# 22 000569737375656c657473656e63727970742e6f7267
  watchd.example A 192.0.2.9
  watchd.example MX 10 mail.watchd.example
`;

async function world(t: Parameters<typeof freshDatabase>[0]) {
  const postgres = (await freshDatabase(t)).open();
  const { accountId, locations } = await someAccount(postgres, 2);
  const [here, there] = locations.map(({ id }) => id) as [number, number];
  const settings = (watched: string[]) => ({
    ...defaultSettings,
    lookalike: { ...defaultSettings.lookalike, watched },
  });
  const rules = new Map([
    [here, settings(['watched.example', 'example', 'sub.watched.example'])],
    [there, settings(['watched.example'])],
  ]);
  const detectionRules = { locations: rules, settingsOf: (id: number) => rules.get(id) ?? defaultSettings };
  const logs = createCertificateLogStore(postgres);
  const watchedCertificates = createWatchedCertificateStore(postgres);
  const log = {
    id: 'f'.repeat(64),
    name: 'Log',
    operator: 'T',
    kind: 'tiled' as const,
    url: 'https://log.example/',
  };
  let size = 0;
  await logs.begin(log, 0, Buffer.alloc(0));
  const watch = new CertificateWatch({ detectionRules });
  const told: Threat[] = [];
  const seen: PassiveRecord[] = [];
  return {
    accountId,
    here,
    there,
    told,
    seen,
    watchedCertificates,
    watch,
    /** As the follower does it. */
    take: (certificates: SeenCertificate[]) => {
      const head = {
        size: 9,
        root: Buffer.alloc(32),
        timestamp: new Date(start),
        signature: Buffer.alloc(70),
      };
      const advance = {
        edge: Buffer.alloc(0),
        head,
        unreadable: 0,
        bytes: 1,
        matches: watch.match(certificates),
      };
      return logs.advance(log.id, { from: size, size: ++size, ...advance });
    },
    judge: () =>
      judgeCertificates(
        {
          watchedCertificates,
          passiveDns: {
            byName: async (name, { below }) =>
              seen.filter((one) => one.name === name || (below === true && one.name.endsWith(`.${name}`))),
          },
          detectionRules,
          networks: { find: () => ({ asn: 64_500, name: null, country: null }) },
          openScan: (signal) => offlineWorld(signal, recordedDns(zone)),
          random: systemRandom,
          log: silentLog,
          onThreat: (threat) => void told.push(threat),
        },
        new AbortController().signal,
      ),
  };
}

test('matches are of watched domains and below, by suffix and by imitation, each certificate once', async (t) => {
  const { watch, here, there } = await world(t);
  const matches = (names: string[]) =>
    watch
      .match([certificate(names)])
      .map(({ locationId, relation, watched, name }) => [
        locationId === here ? 'here' : 'there',
        relation,
        watched,
        name,
      ]);
  t.deepEqual(matches(['www.watched.example', 'watched.example', '*.watched.example']), [
    ['here', 'own', 'watched.example', 'www.watched.example'],
    ['there', 'own', 'watched.example', 'www.watched.example'],
  ]);
  t.is(matches(['a.sub.watched.example']).length, 3);
  t.deepEqual(
    matches(['login.watchd.example']).map(([, relation, , name]) => [relation, name]),
    [
      ['lookalike', 'watchd.example'],
      ['lookalike', 'watchd.example'],
    ],
  );
  t.deepEqual(matches(['other.example', 'notwatched.example']), []);
  t.true(there > here);
});

test('what is unusual about a certificate of a watched domain is told, with CAA and its past', async (t) => {
  const { take, judge, told, seen, accountId, watchedCertificates, here } = await world(t);
  const list = async () =>
    (
      await watchedCertificates.list(accountId, { watched: 'watched.example' }, { limit: 50, offset: 0 })
    ).certificates
      .filter(({ locationId }) => locationId === here)
      .map(({ verdict }) => verdict?.reasons);
  const usual = certificate(['watched.example'], "Let's Encrypt");
  await take([usual]);
  await take([{ ...usual, kind: 'certificate', log: 'Another log' }]);
  await judge();
  t.deepEqual(await list(), [[]], 'the first says nothing by itself, and is one in two logs');
  t.deepEqual(told, []);
  seen.push({
    name: 'www.watched.example',
    type: 1,
    data: '192.0.2.1',
    firstSeenAt: new Date(),
    lastSeenAt: new Date(),
    count: 3,
  });
  await take([certificate(['watched.example', 'www.watched.example'], "Let's Encrypt")]);
  await judge();
  t.deepEqual((await list())[0], [], 'names that are asked for are known');
  await take([certificate(['hidden.watched.example', '*.watched.example'], 'Authority Unheard Of', 6)]);
  await take([certificate(['watched.example'], 'DigiCert Inc')]);
  await judge();
  t.deepEqual((await list()).slice(0, 2), [
    ['not_in_caa', 'new_issuer'],
    ['new_issuer', 'unknown_names', 'first_wildcard', 'short_life'],
  ]);
  const [threat] = told.filter(
    ({ locationId, subject }) => locationId === here && subject === 'watched.example',
  );
  t.like(threat, { type: 'unexpected_certificate', severity: 'high', source: 'detection' });
  t.like(threat!.evidence, { caa_permits: ['letsencrypt.org'], issuer_permitted_by_caa: false });
  t.is<unknown, unknown>(receiptOf(threat!), threat!.evidence!.receipt);
  const count = told.length;
  await judge();
  t.is(told.length, count, 'what is judged is not judged again');
});

test('a look-alike is one threat, with what traffic and the DNS know of it in one receipt', async (t) => {
  const { take, judge, told, seen, here } = await world(t);
  const first = new Date(start - 5 * day);
  seen.push({
    name: 'login.watchd.example',
    type: 1,
    data: '192.0.2.9',
    firstSeenAt: first,
    lastSeenAt: first,
    count: 7,
  });
  await take([certificate(['login.watchd.example']), certificate(['watchd.example'])]);
  await judge();
  const own = told.filter(({ locationId }) => locationId === here);
  t.is(own.length, 1);
  t.like(own[0], { type: 'lookalike_certificate', subject: 'watchd.example', severity: 'high' });
  t.like(own[0]!.evidence, {
    watched_name: 'watched.example',
    imitation: 'typosquat',
    asked_for_here: { queries: 7, first_seen: first.toISOString(), names: ['login.watchd.example'] },
    resolves_now: { status: 'NOERROR', addresses: [{ address: '192.0.2.9', asn: 64_500 }], takes_mail: true },
  });
  t.true((own[0]!.evidence!.reasons as string[]).includes('first_certificate'));
  t.is<unknown, unknown>(receiptOf(own[0]!), own[0]!.evidence!.receipt);
});
