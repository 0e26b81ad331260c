import test from 'ava';
import { domainHash } from '../../../../collector/domain/detection/names/domain-hash.ts';
import { newDomainOf } from '../../../../collector/domain/detection/new-domain.ts';
import { receiptOf } from '../../../../collector/domain/detection/receipt/seal.ts';
import { Report } from '../../../../collector/domain/detection/report.ts';
import { defaultSettings } from '../../../../collector/domain/detection/settings.ts';
import { DomainHistory } from '../../../../collector/domain/detection/state/domain-history.ts';

const day = 86_400;
const now = Date.UTC(2026, 4, 1, 12) / 1_000;
const { days, quietDays } = defaultSettings.newlyObserved;

/** What is told at a location that is watched for so many days, where some domains were seen so many days ago. */
function told(watchedDays: number, seen: Readonly<Record<string, number>>, names: readonly string[]) {
  const history = new DomainHistory();
  const note = (domain: string, ago: number) => history.note(1, domainHash(domain), now - ago * day, days);
  note('usual.com', watchedDays);
  for (const [domain, ago] of Object.entries(seen)) note(domain, ago);
  const report = new Report({ circumstancesOf: newDomainOf(history, () => defaultSettings) });
  for (const name of names)
    report.addTold(
      { locationId: 1, clientAddress: '192.0.2.1', queryName: name, observedAt: now * 1e6 },
      {
        type: 'malware',
        severity: 'high',
        subject: name,
        technique: 'T1071',
        message: 'told',
        evidence: { method: 'told' },
      },
    );
  return report.sightings();
}

test('evidence tells of a domain that is new to the location, and its receipt holds', (t) => {
  const sightings = told(60, { 'young.com': 3, 'older.com': 8 }, [
    'a.young.com',
    'older.com',
    'usual.com',
    'never.com',
    'printer.local',
    '1.2.0.192.in-addr.arpa',
  ]);
  t.deepEqual(
    sightings.map(({ evidence }) => evidence!.new_domain),
    [
      { domain: 'young.com', answered_here_since: '2026-04-28' },
      undefined,
      undefined,
      { domain: 'never.com', answered_here_since: null },
      undefined,
      undefined,
    ],
  );
  for (const sighting of sightings) t.is<unknown, unknown>(receiptOf(sighting), sighting.evidence!.receipt);
  t.true(sightings.every(({ severity, message }) => severity === 'high' && message === 'told'));
});

test('a location that is watched for a short time knows of no new domains, and nothing is told of itself', (t) => {
  const [sighting] = told(quietDays - 2, { 'young.com': 1 }, ['young.com']);
  t.false('new_domain' in sighting!.evidence!);
  t.deepEqual(told(60, { 'young.com': 1 }, []), []);
});
