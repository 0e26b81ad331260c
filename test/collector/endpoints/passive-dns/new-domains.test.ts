import test from 'ava';
import { CertifiedDomains } from '../../../../collector/domain/intelligence/transparency/stream/certified-domains.ts';
import { newZoneState } from '../../../../collector/domain/intelligence/zones/zone-follower.ts';
import { likePattern } from '../../../../collector/storage/clickhouse/queries/domain-filter.ts';
import { startTestApi } from '../../../support/http/http.ts';

const day = 86_400_000;

function certificate(names: string[], loggedAt: Date) {
  return {
    id: '0'.repeat(64),
    kind: 'precertificate' as const,
    issuer: 'CN=R1',
    organization: 'Authority',
    serial: '1',
    notBefore: loggedAt,
    notAfter: loggedAt,
    names,
    namesLeftOut: 0,
    log: 'Log',
    entry: 1,
    loggedAt,
  };
}

test('domains of certificates are new once, filtered, scored, and told in every form', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('ada@example.com');
  const { seenDomains } = api.world.stored;
  const now = Date.now();
  const old = new Date(now - 200 * day);
  const fresh = new Date(now - 2 * day);
  const certified = new CertifiedDomains(seenDomains, now);
  await certified.note([certificate(['www.known.com', 'known.com', 'com', 'nothing.invalidtld'], old)], now);
  // As another collector, or this one after a crash, would do it again.
  const again = new CertifiedDomains(seenDomains, now);
  await again.note([certificate(['shop.known.com', '*.secure-login.top', 'plain.org'], fresh)], now);
  await again.note([certificate(['plain.org'], new Date(now))], now + day);
  const ask = async (more: string) =>
    (await api.get(`/api/v2/feeds/new-domains?source=ct&days=30${more}`, key)).body as {
      domains: { domain: string }[];
    };
  const all = await ask('');
  t.deepEqual(
    all.domains.map(({ domain }) => domain),
    ['plain.org', 'secure-login.top'],
  );
  t.like(all.domains[1], {
    queries: null,
    baseline: false,
    registrar: null,
    reasons: ['bait', 'cheap_suffix'],
    score: 40,
  });
  const names = async (more: string) => (await ask(more)).domains.map(({ domain }) => domain);
  t.deepEqual(await names('&tld=.ORG'), ['plain.org']);
  t.deepEqual(await names('&pattern=*login*'), ['secure-login.top']);
  t.deepEqual(await names('&pattern=pl?in.org'), ['plain.org']);
  t.deepEqual(await names('&pattern=%25'), [], 'signs of LIKE mean themselves');
  t.deepEqual(await names('&min_score=30'), ['secure-login.top']);
  t.deepEqual(await names('&registrar=nobody'), []);
  t.deepEqual(await names('&limit=1'), ['plain.org']);
  const text = async (format: string) =>
    (await api.get(`/api/v2/feeds/new-domains?source=ct&days=30&format=${format}`, key)).text;
  t.regex(await text('rpz'), /^; .*\n\$ORIGIN .*\nplain\.org CNAME \.\n/s);
  t.regex(await text('rpz'), /\n\*\.secure-login\.top CNAME \.\n/);
  t.is(
    await text('hosts'),
    '# The source ct is not_configured.\n0.0.0.0 plain.org\n0.0.0.0 secure-login.top\n',
  );
  t.is((await text('ndjson')).trim().split('\n').length, 2);
  t.deepEqual((await api.get('/api/v2/feeds/new-domains?source=ct&days=1', key)).body.domains, []);
  t.deepEqual((await api.get('/api/v2/feeds/new-domains?source=zone', key)).body.domains, []);
});

test('a source that nothing feeds says so, in files too', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('bob@example.com');
  const ask = async (more: string) => await api.get(`/api/v2/feeds/new-domains?${more}`, key);
  t.like((await ask('source=traffic')).body, { source_state: 'active', count: 0 });
  t.is((await ask('source=ct')).body.source_state, 'not_configured');
  t.like((await ask('source=zone')).body, { source_state: 'not_configured', count: 0 });
  t.is((await ask('source=zone&format=hosts')).text, '# The source zone is not_configured.\n');
  t.regex((await ask('source=ct&format=rpz')).text, /^; The source ct is not_configured\.\n\$ORIGIN /);
  const zone = { ...newZoneState('test'), readAt: Date.now() };
  api.world.zoneStates.push(newZoneState('com'), zone);
  t.like((await ask('source=zone')).body, { source_state: 'active', count: 0 });
  api.world.zoneStates.splice(1, 1, { ...zone, readAt: Date.now() - 4 * day });
  t.like((await ask('source=zone')).body, { source_state: 'stale', count: 0 });
  api.world.transparency.addStopped(new Date());
  // Other tests of this file may have put domains of certificates into the same store.
  t.is((await ask('source=ct')).body.source_state, 'active');
  t.notRegex((await ask('source=ct&format=hosts')).text, /#/);
});

test('zones are listed with what is kept of each, and why one is not believed', async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('zed@example.com');
  const at = Date.UTC(2026, 4, 1);
  const ask = async () => (await api.get('/api/v2/feeds/zones', key)).body;
  t.deepEqual(await ask(), { count: 0, zones: [] });
  api.world.zoneStates.push(newZoneState('com'), {
    zone: 'shop',
    status: 'degraded',
    note: 'It has 40 names and had 100: the set before is kept.',
    lastAttemptAt: at,
    readAt: at - day,
    nextAttemptAt: at + day,
    names: 100,
    newNames: 3,
    failures: 1,
    shrunkSince: at,
  });
  const none = { read_at: null, last_attempt_at: null, next_attempt_at: null, names: null };
  t.like(await ask(), {
    count: 2,
    zones: {
      0: { zone: 'com', status: 'pending', note: null, shrunk_since: null, ...none },
      1: {
        zone: 'shop',
        status: 'degraded',
        note: 'It has 40 names and had 100: the set before is kept.',
        read_at: new Date(at - day).toISOString(),
        names: 100,
        new_names: 3,
        shrunk_since: new Date(at).toISOString(),
      },
    },
  });
  t.is((await api.get('/api/v2/feeds/zones')).status, 401);
});

test('patterns mean what they say', (t) => {
  t.is(likePattern('A*b?_%\\'), 'a%b_\\_\\%\\\\');
});

test("a domain's timeline tells one story, and drift what was told", async (t) => {
  const api = await startTestApi(t);
  const { key } = await api.world.addAccount('eve@example.com');
  const at = new Date(Date.now() - day);
  await api.world.scans.domainEvents.record([
    {
      domain: 'story.com',
      at,
      kind: 'dns_change',
      severity: 'high',
      subject: 'NS',
      oldValue: 'ns1.story.com',
      newValue: 'ns.other.net',
      message: 'NS of story.com changed.',
    },
  ]);
  const certified = new CertifiedDomains(api.world.stored.seenDomains, Date.now());
  await certified.note([certificate(['www.story.com'], new Date(Date.now() - 45 * day))], Date.now());
  const { body } = await api.get('/api/v2/history/timeline/story.com?days=60', key);
  t.like(body.story, {
    length: 2,
    0: { kind: 'first_certificate', subject: 'story.com', severity: 'info' },
    1: { kind: 'dns_change', subject: 'NS', severity: 'high', new_value: 'ns.other.net', threat_id: null },
  });
  const drift = (await api.get('/api/v2/drift/detect/story.com?days=7')).body;
  t.like(drift.told, { length: 1, 0: { record_type: 'NS', at: at.toISOString() } });
});
