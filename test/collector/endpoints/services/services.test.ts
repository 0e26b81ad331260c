import test from 'ava';
import { ServiceIndexer } from '../../../../collector/domain/intelligence/services/service-indexer.ts';
import type { PublishedEvent } from '../../../../collector/ports/system/events.ts';
import { createServiceIndex } from '../../../../collector/storage/postgres/scans/service-index.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startTestApi } from '../../../support/http/http.ts';
import { createTestMeter } from '../../../support/meter.ts';
import { sampleScan } from '../../../support/scans/sample-scan.ts';
import { silentLog } from '../../../support/silent-log.ts';

const slack = { provider: 'Slack', category: 'collaboration', kind: 'verification' } as const;
const ses = { provider: 'Amazon SES', category: 'mail', kind: 'mail_sender' } as const;
const box = { provider: 'Box', category: 'storage', kind: 'verification' } as const;
/** Box has a record that no rule knows any more. */
function recordOf(domain: string, service: object) {
  return service === slack ? 'slack-domain-verification=0123456789' : `token for ${domain}`;
}
const path = '/api/v2/intel/services';
const day = (number: number) => new Date(Date.UTC(2026, 2, number));

interface Listed {
  count: number;
  services: {
    domain: string;
    service: string;
    first_seen: string;
    last_seen: string;
    gone_since: string | null;
    rule: { source: string; confirmed: boolean; terms: string } | null;
  }[];
}

test('services have a first and a last sight, go and come back, and are found by their name over all domains', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const serviceIndex = createServiceIndex(postgres);
  const published: PublishedEvent[] = [];
  const publisher = { publish: (event: PublishedEvent) => void published.push(event) };
  const indexer = new ServiceIndexer({ serviceIndex, publisher, meter: createTestMeter(), log: silentLog });
  const scan = async (domain: string, at: Date, services: readonly object[] | null, aliases: object = {}) => {
    const named = services?.map((one) => ({ ...one, name: domain, record: recordOf(domain, one) })) ?? null;
    const result = { services: named, recordCount: 1, ...aliases };
    const part = { at: at.toISOString(), milliseconds: 1, result, findings: [], errors: [] };
    indexer.add(sampleScan({ domain, startedAt: at, parts: { services: part } }));
    await indexer.stop();
  };
  await scan('example.com', day(1), [slack, ses, slack]);
  await scan('example.com', day(2), [ses]);
  await scan('example.org', day(2), [slack]);
  // It could not look, and says nothing.
  await scan('example.org', day(3), null);
  indexer.add(sampleScan({ domain: 'example.org', startedAt: day(4), parts: {} }));
  await indexer.stop();
  // Of a scan that ended late.
  await scan('example.com', day(1), [slack, ses]);

  const api = await startTestApi(t, {});
  const { account, key } = await api.world.addAccount('ada@example.com');
  t.truthy(account);
  api.world.serviceIndex = serviceIndex;
  const list = async (query: string) => {
    const answer = await api.get(`${path}?${query}`, key);
    t.is(answer.status, 200, answer.text);
    return answer.body as unknown as Listed;
  };
  t.deepEqual(
    (await list('service=SLACK')).services.map(({ domain }) => domain),
    ['example.org'],
  );
  const both = await list('service=slack&gone=true');
  t.like(both.services[0], {
    domain: 'example.com',
    first_seen: day(1).toISOString(),
    last_seen: day(1).toISOString(),
    gone_since: day(2).toISOString(),
  });
  t.is((await list('domain=Example.com')).count, 1);
  t.is((await list('kind=mail_sender')).services[0]?.service, 'Amazon SES');
  t.is((await list('category=collaboration')).count, 1);
  t.is((await list('limit=1&offset=1')).services[0]?.domain, 'example.org');
  const { services: top } = (await api.get(`${path}/top`, key)).body as { services: object[] };
  t.like(top, [
    { service: 'Amazon SES', domains: 1 },
    { service: 'Slack', domains: 1 },
  ]);
  t.deepEqual(
    (await list('can=send_mail')).services.map(({ service }) => service),
    ['Amazon SES'],
  );
  t.is((await list('can=hold_documents')).count, 0);
  await scan('example.com', day(5), [slack, box]);
  t.deepEqual(
    (await list('can=hold_documents')).services.map(({ service }) => service),
    ['Box'],
  );
  const rules = (await list('domain=example.com&gone=true')).services.map(({ service, rule }) => [
    service,
    rule,
  ]);
  t.deepEqual(rules, [
    ['Amazon SES', { source: 'https://docs.aws.amazon.com/ses/', confirmed: false, terms: 'facts_only' }],
    ['Box', null],
    ['Slack', { source: 'https://slack.com/', confirmed: false, terms: 'facts_only' }],
  ]);
  const told = published.map(({ payload }) => {
    const { domain, service, change } = payload as { domain: string; service: string; change: string };
    return `${domain} ${service} ${change}`;
  });
  t.deepEqual(told.toSorted(), [
    'example.com Amazon SES removed',
    'example.com Box added',
    'example.com Slack added',
    'example.com Slack removed',
  ]);
  const back = (await list('domain=example.com&gone=true')).services;
  t.like(back, [
    { service: 'Amazon SES', gone_since: day(5).toISOString() },
    { service: 'Box' },
    { service: 'Slack', first_seen: day(1).toISOString(), last_seen: day(5).toISOString(), gone_since: null },
  ]);
});

test('an alias that dangles is told of, stays while nobody could look, and is gone once it is', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const serviceIndex = createServiceIndex(postgres);
  const published: PublishedEvent[] = [];
  const publisher = { publish: (event: PublishedEvent) => void published.push(event) };
  const indexer = new ServiceIndexer({ serviceIndex, publisher, meter: createTestMeter(), log: silentLog });
  const scan = async (at: Date, names: readonly string[], unasked?: readonly string[]) => {
    const dangling = names.map((name) => ({
      provider: 'Azure App Service',
      category: 'hosting',
      name,
      target: 'gone.azurewebsites.net',
    }));
    const services = [{ ...slack, name: 'example.com', record: 'slack-domain-verification=0123456789' }];
    const result = { services, dangling, unasked, recordCount: 1 };
    const part = { at: at.toISOString(), milliseconds: 1, result, findings: [], errors: [] };
    indexer.add(sampleScan({ domain: 'example.com', startedAt: at, parts: { services: part } }));
    await indexer.stop();
    return published.splice(0).map(({ payload }) => payload);
  };
  t.deepEqual(await scan(day(1), [], []), []);
  t.like(await scan(day(2), ['www.example.com', 'example.com'], []), [
    { service: 'Azure App Service', category: 'hosting', kind: 'dangling', change: 'added' },
  ]);
  t.deepEqual(await scan(day(3), [], ['www.example.com']), []);
  // Of a version that did not look for them.
  t.deepEqual(await scan(day(4), [], undefined), []);

  const api = await startTestApi(t, {});
  const { key } = await api.world.addAccount('ada@example.com');
  api.world.serviceIndex = serviceIndex;
  const { body } = await api.get(`${path}?kind=dangling`, key);
  t.like((body as unknown as Listed).services, [
    {
      service: 'Azure App Service',
      can: [],
      record: 'www.example.com CNAME gone.azurewebsites.net\nexample.com CNAME gone.azurewebsites.net',
      rule: { confirmed: true },
      first_seen: day(2).toISOString(),
      gone_since: null,
    },
  ]);
  t.like(await scan(day(5), [], []), [{ kind: 'dangling', change: 'removed' }]);
});
