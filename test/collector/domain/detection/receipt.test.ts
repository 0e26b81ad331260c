import { hash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { IndicatorMatcher } from '../../../../collector/domain/detection/indicator-matcher.ts';
import { rowDigest } from '../../../../collector/domain/detection/receipt/row-references.ts';
import { verifyReceipt } from '../../../../collector/domain/detection/receipt/verify-receipt.ts';
import { spellOwners } from '../../../../collector/domain/detection/rows/spell-owners.ts';
import type { Threat } from '../../../../collector/ports/threats/threats.ts';
import type { StoredQuery } from '../../../../collector/ports/traffic/query-search.ts';
import { detect } from '../../../support/detection/stored.ts';
import { tunnel } from '../../../support/detection/tunnels.ts';
import { arbitraryRow } from '../../../support/engines/arbitrary-row.ts';
import { makeRow } from '../../../support/engines/clickhouse-rows.ts';
import { hasNews, longForm, longFormer, shortForm, withoutNews } from '../../../support/ingest/row-forms.ts';

/** A threat of a tunnel, as it comes back out of a database that keeps no order of keys. */
function found(): { threat: Threat; stored: StoredQuery[] } {
  const rows = tunnel('dnscat2', new SeededRandom(5));
  const { observedAt, evidence, ...rest } = detect(rows).find(({ type }) => type === 'dns_tunnel')!;
  const reversed = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(evidence))).reverse());
  const threat: Threat = {
    ...rest,
    id: 1,
    status: 'open',
    firstSeenAt: observedAt,
    lastSeenAt: observedAt,
    resolvedAt: null,
    resolutionNote: null,
    evidence: reversed as NonNullable<Threat['evidence']>,
  };
  return { threat, stored: rows.map((row) => ({ ...row, locationId: 7, agentId: 3 })) };
}

const matcher = new IndicatorMatcher();

function storeOf(stored: readonly StoredQuery[]) {
  return {
    search: async ({ from, to }: { from: Date; to: Date }) => ({
      queries: stored.filter(({ observedAt }) => observedAt >= +from * 1e3 && observedAt < +to * 1e3),
      nextCursor: null,
    }),
  };
}

test('a receipt holds for what was found, and names stored rows', async (t) => {
  const { threat, stored } = found();
  const verified = await verifyReceipt(threat, { querySearch: storeOf(stored), matcher });
  t.true(verified.intact);
  t.is(verified.rows.length, 5);
  t.true(verified.rows.every((row) => row.stored === true));
  t.is(verified.listed, undefined);
});

test('a change of the evidence, of the subject and of a row shows', async (t) => {
  const { threat, stored } = found();
  const querySearch = storeOf(stored);
  for (const changed of [
    { ...threat, subject: 'another.example' },
    { ...threat, evidence: { ...threat.evidence, unique_names: 3 } },
    { ...threat, locationId: 8 },
  ])
    t.false((await verifyReceipt(changed, { querySearch, matcher })).intact);
  const other = stored.map((row) => ({ ...row, clientAddress: '192.0.2.99' }));
  const { intact, rows } = await verifyReceipt(threat, { querySearch: storeOf(other), matcher });
  t.true(intact);
  t.true(rows.every((row) => row.stored === false));
  const bare = await verifyReceipt({ ...threat, evidence: { method: 'old' } }, { querySearch, matcher });
  t.like(bare, { receipt: undefined, intact: false, rows: [] });
});

test('a digest is of the row with its owners spelled out', (t) => {
  fc.assert(
    fc.property(arbitraryRow, fc.boolean(), (any, isOld) => {
      const row = isOld ? withoutNews(any) : any;
      // What has nothing new has the digest that it had before.
      const spelled = hasNews(row) ? longForm(row) : longFormer(row);
      t.deepEqual(Buffer.from(spellOwners(shortForm(row))), spelled);
      const digest = hash('sha256', spelled, 'hex').slice(0, 32);
      t.is(rowDigest(longForm(row)), digest);
      t.is(rowDigest(shortForm(row)), digest);
    }),
  );
});

test('digests tell rows apart', (t) => {
  const [one, other] = [makeRow({ messageId: 1 }), makeRow({ messageId: 2 })];
  t.not(rowDigest(longForm(one)), rowDigest(longForm(other)));
  t.regex(rowDigest(longForm(one)), /^[0-9a-f]{32}$/);
});
