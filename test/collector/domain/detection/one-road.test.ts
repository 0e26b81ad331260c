import test from 'ava';
import { alertSightings } from '../../../../collector/domain/detection/alert-sightings.ts';
import { BatchRows } from '../../../../collector/domain/detection/batch-rows.ts';
import { createIndicatorDetector } from '../../../../collector/domain/detection/indicator-detector.ts';
import { IndicatorMatcher } from '../../../../collector/domain/detection/indicator-matcher.ts';
import { receiptOf } from '../../../../collector/domain/detection/receipt/seal.ts';
import { Report } from '../../../../collector/domain/detection/report.ts';
import { SeenElsewhere } from '../../../../collector/domain/detection/rows/seen-elsewhere.ts';
import { type DetectionSettings, defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { HitTally } from '../../../../collector/domain/detection/state/hit-tally.ts';
import type { Alert } from '../../../../shared/schemas/resolver-report.ts';
import { indicatorsToLoad } from '../../../support/detection/loaded-indicators.ts';
import { storedBytes } from '../../../support/detection/stored.ts';
import { sampleRow } from '../../../support/ingest/uploads.ts';

const start = Date.parse('2026-03-14T09:00:00Z');
const resolver = { locationId: 7, resolverId: 4 };

async function road(change: Partial<DetectionSettings> = {}) {
  const matcher = new IndicatorMatcher();
  const indicator = {
    name: 'bad.example',
    threatType: 'malware',
    severity: 'high' as const,
    source: 'list.txt',
    description: null,
  };
  await matcher.refresh(indicatorsToLoad([indicator]));
  const settings = { ...defaultSettings, ...change };
  const hitTally = new HitTally();
  const ports = { matcher, hitTally, detectionRules: { settingsOf: () => settings } };
  const detector = createIndicatorDetector(matcher, { settingsOf: () => settings, tally: hitTally });
  return {
    rows: (count: number, at = start, client = '192.0.2.1') =>
      detector.examine(
        new BatchRows(
          storedBytes(
            Array.from({ length: count }, (_, index) =>
              sampleRow({
                queryName: 'www.bad.example',
                observedAt: (at + index) * 1_000,
                clientAddress: client,
              }),
            ),
          ),
        ),
      ),
    alert: (change: Partial<Alert> = {}) =>
      alertSightings(
        resolver,
        [
          {
            timestamp: new Date(start).toISOString(),
            query_name: 'WWW.bad.example.',
            client_ip: '192.0.2.1',
            threat_type: 'malware',
            severity: 'high',
            indicator: 'bad.example',
            source: 'list.txt',
            ...change,
          },
        ],
        ports,
      ),
  };
}

test('what rows show and alerts tell counts once, in either order', async (t) => {
  const first = await road();
  t.is(first.rows(5)[0]!.count, 5);
  t.deepEqual(first.alert({ count: 5 }), []);
  t.is(first.alert({ count: 2 })[0]!.count, 2);

  const second = await road();
  t.is(second.alert({ count: 5 })[0]!.count, 5);
  const [shown] = second.rows(5);
  t.is(shown!.count, 0);
  t.is((shown!.evidence!.rows as unknown[]).length, 5);
});

test('a query that several detectors speak of counts once, and all clients are named', (t) => {
  const report = new Report();
  const rows = new BatchRows(
    storedBytes(['192.0.2.1', '192.0.2.2', '192.0.2.1'].map((clientAddress) => sampleRow({ clientAddress }))),
  );
  const finding = {
    type: 'dns_tunnel',
    subject: 'x.example',
    severity: 'low',
    message: '',
    evidence: {},
  } as const;
  while (rows.next()) {
    report.add(rows, finding);
    report.add(rows, { ...finding, severity: 'high' });
  }
  const [sighting] = report.sightings();
  t.like(sighting, { count: 3, severity: 'high', clients: ['192.0.2.1', '192.0.2.2'] });
  t.is((sighting!.evidence!.rows as unknown[]).length, 3);
});

test('other clients, other times and clients that nobody names count for themselves', async (t) => {
  const { rows, alert } = await road();
  t.is(rows(5)[0]!.count, 5);
  t.is(alert({ client_ip: '192.0.2.2' })[0]!.count, 1);
  t.is(alert({ client_ip: null })[0]!.count, 1);
  t.is(alert({ timestamp: new Date(start + 3_600_000).toISOString() })[0]!.count, 1);
  t.is(rows(2, start - 86_400_000)[0]!.count, 2);
});

test('an alert is sealed, and has what the list says', async (t) => {
  const { alert } = await road();
  const [told] = alert();
  t.like(told, { subject: 'bad.example', queryName: 'www.bad.example', technique: 'T1071' });
  t.like(told!.evidence, { feed: 'list.txt', resolver_id: 4, method: 'told by a resolver', rows: [] });
  t.is(told!.evidence!.receipt, receiptOf(told!));
  const [unknown] = alert({ query_name: 'x.example', indicator: 'x.example', source: 'my own list' });
  t.like(unknown, { source: 'my own list' });
  t.false('feed' in unknown!.evidence!);
  t.is(unknown!.evidence!.receipt, receiptOf(unknown!));
});

test('exclusions and canaries hold for alerts', async (t) => {
  const byName = await road({ exclusions: [{ name: 'bad.example', client: null }] });
  t.deepEqual(byName.alert(), []);
  t.deepEqual(byName.rows(1), []);
  const byClient = await road({
    exclusions: [
      { name: null, client: '192.0.2.0/24' },
      { name: null, client: '2001:db8::/32' },
    ],
  });
  t.deepEqual(byClient.alert(), []);
  t.deepEqual(byClient.alert({ client_ip: '2001:DB8:0::1' }), []);
  t.is(byClient.alert({ client_ip: null }).length, 1);
  t.is(byClient.alert({ client_ip: '198.51.100.1' }).length, 1);
  const canary = '0123456789abcdef';
  const canaries = await road({ canaries: [{ id: canary, until: start + 1 }] });
  t.deepEqual(canaries.alert({ query_name: `x.sonde-canary-${canary}.bad.example` }), []);
});

test('rows that another sensor showed are left out, and no others', (t) => {
  const elsewhere = new SeenElsewhere();
  const names = Array.from({ length: 4 }, (_, index) =>
    sampleRow({ queryName: `n${index}.example`, clientPort: 40_000 + index, observedAt: start * 1_000 }),
  );
  const left = (rows = names, agentId = 3, locationId = 7): number => {
    const batch = new BatchRows(storedBytes(rows, locationId, agentId));
    while (batch.next()) if (elsewhere.has(batch)) batch.leaveOut();
    batch.rewind();
    let count = 0;
    while (batch.next()) count++;
    return count;
  };
  t.is(left(), 4);
  // The same sensor sends again what a retry of its client is.
  t.is(left(), 4);
  t.is(left(names, 4), 0);
  t.is(left(names, 4, 8), 4);
  t.is(
    left(
      names.map((row) => ({ ...row, observedAt: row.observedAt + 60_000_000 })),
      5,
    ),
    4,
  );
  t.is(
    left(
      names.map((row) => ({ ...row, responseCode: 3 })),
      6,
    ),
    4,
  );
  const nameless = names.map((row) => ({ ...row, clientPort: 0, messageId: 0 }));
  t.is(left(nameless, 3), 4);
  t.is(left(nameless, 4), 4);
});
