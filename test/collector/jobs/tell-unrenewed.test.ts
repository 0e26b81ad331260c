import test from 'ava';
import { tellUnrenewed } from '../../../collector/jobs/tell-unrenewed.ts';
import type { PublishedEvent } from '../../../collector/ports/system/events.ts';
import { createDomainEventStore } from '../../../collector/storage/postgres/scans/domain-events.ts';
import { addMatches } from '../../../collector/storage/postgres/transparency/add-matches.ts';
import { createWatchedCertificateStore } from '../../../collector/storage/postgres/transparency/watched-certificates.ts';
import { freshDatabase } from '../../support/engines/postgres.ts';
import { someAccount } from '../../support/engines/postgres-samples.ts';

const day = 86_400_000;
const now = Date.now();
let number = 0;

/** A certificate that began and ends so many days from now; its id. */
function certificate(names: readonly string[], from: number, to: number) {
  number++;
  return {
    id: String(number).padStart(64, '0').split('').reverse().join(''),
    kind: 'precertificate' as const,
    issuer: 'CN=R1,O=Authority',
    organization: 'Authority',
    serial: String(number),
    notBefore: new Date(now + from * day),
    notAfter: new Date(now + to * day),
    names,
    namesLeftOut: 0,
    log: 'Log of tests',
    entry: number,
    loggedAt: new Date(now + from * day),
  };
}

async function world(t: Parameters<typeof freshDatabase>[0]) {
  const postgres = (await freshDatabase(t)).open();
  const { locations } = await someAccount(postgres, 2);
  const [here, there] = locations.map(({ id }) => id) as [number, number];
  const watchedCertificates = createWatchedCertificateStore(postgres);
  const domainEvents = createDomainEventStore(postgres);
  const published: PublishedEvent[] = [];
  let on = 0;
  return {
    here,
    there,
    watchedCertificates,
    domainEvents,
    published,
    add: (
      one: ReturnType<typeof certificate>,
      { locationId = here, relation = 'own' as 'own' | 'lookalike', watched = 'watched.example' } = {},
    ) =>
      postgres.transaction((transaction) =>
        addMatches(transaction, [
          {
            locationId,
            watched,
            relation,
            imitation: null,
            score: null,
            name: one.names[0]!,
            certificate: one,
          },
        ]),
      ),
    names: async () => (await watchedCertificates.unrenewed(100)).map(({ name }) => name).toSorted(),
    pass: (days: number) => {
      on += days;
    },
    tell: () =>
      tellUnrenewed.run(
        {
          watchedCertificates,
          domainEvents,
          publisher: { publish: (event) => void published.push(event) },
          clock: { now: () => now + on * day },
        },
        new AbortController().signal,
      ),
  };
}

test('a certificate is unrenewed if it ends soon and one of its names is in no later one', async (t) => {
  const { add, names } = await world(t);
  await add(certificate(['soon.watched.example'], -80, 10));
  await add(certificate(['ended.watched.example'], -95, -5));
  await add(certificate(['later.watched.example'], -70, 20));
  await add(certificate(['long-ago.watched.example'], -100, -8));
  // A sixth of six days is one.
  await add(certificate(['short.watched.example'], -3, 3));
  await add(certificate(['short-soon.watched.example'], -5.5, 0.5));
  await add(certificate(['imitation.example'], -80, 10), { relation: 'lookalike' });
  await add(certificate(['renewed.watched.example'], -80, 10));
  await add(certificate(['other.watched.example', 'renewed.watched.example'], -1, 89));
  await add(certificate(['below.watched.example'], -80, 10));
  await add(certificate(['*.watched.example'], -1, 89), { watched: 'another.example' });
  await add(certificate(['in-part.watched.example', 'left.watched.example'], -80, 10));
  await add(certificate(['in-part.watched.example'], -1, 89));
  // Names of others in it are not the business of who watches this domain.
  await add(certificate(['shared.watched.example', 'www.elsewhere.example'], -80, 10));
  await add(certificate(['shared.watched.example'], -1, 89));
  t.deepEqual(await names(), [
    'below.watched.example',
    'ended.watched.example',
    'in-part.watched.example',
    'short-soon.watched.example',
    'soon.watched.example',
  ]);
  await add(certificate(['*.watched.example'], -1, 89));
  t.deepEqual(await names(), [], 'a wildcard renews all right below');
});

test('one that any location saw renewed is renewed for all', async (t) => {
  const { add, names, there } = await world(t);
  await add(certificate(['watched.example'], -80, 10));
  await add(certificate(['watched.example'], -1, 89), { locationId: there });
  t.deepEqual(await names(), []);
});

test('all are listed, page after page', async (t) => {
  const { add, watchedCertificates } = await world(t);
  for (const watched of ['b.example', 'a.example', 'c.example'])
    for (const host of ['x', 'y']) await add(certificate([`${host}.${watched}`], -80, 10), { watched });
  const found: string[] = [];
  for (let after: { watched: string; id: string } | undefined, more = true; more; ) {
    const page = await watchedCertificates.unrenewed(2, after);
    found.push(...page.map(({ name }) => name));
    after = page.at(-1);
    more = page.length === 2;
  }
  t.deepEqual(found.toSorted(), [
    'x.a.example',
    'x.b.example',
    'x.c.example',
    'y.a.example',
    'y.b.example',
    'y.c.example',
  ]);
});

test('each is told at each step once, and two of one name do not take turns', async (t) => {
  const { add, tell, pass, published, domainEvents, there } = await world(t);
  const one = certificate(['watched.example', 'a.watched.example'], -80, 10);
  await add(one);
  await add(one, { locationId: there });
  await add(certificate(['watched.example', 'b.watched.example'], -81, 9));
  await tell();
  await tell();
  t.is(published.length, 2);
  const [first] = published;
  t.like(first, {
    name: 'ssl_expiry_alert',
    accountId: null,
    payload: { domain: 'watched.example', severity: 'medium' },
  } as never);
  t.regex((first!.payload as { endpoint: string }).endpoint, /^certificate log watched\.example [0-9]{16}$/);
  pass(5);
  await tell();
  await tell();
  t.deepEqual(
    published.map(({ payload }) => (payload as { severity: string }).severity),
    ['medium', 'medium', 'high', 'high'],
  );
  t.is((await domainEvents.list('watched.example', new Date(0), 10)).length, 4);
});
