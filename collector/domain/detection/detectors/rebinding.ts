import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { type AddressScope, addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { RowDetector } from '../row-detector.ts';
import { parseAddress } from '../rows/parse-address.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import { RecentMap } from '../state/recent-map.ts';

const followed = 20_000;

interface Last {
  scope: AddressScope;
  at: number;
  ttl: number;
  address: string;
  /** Changes from public to blocked, which a blocker being switched on makes once, and an attack again and again. */
  toNull: number;
}

/**
 * A public name that turns to a private address before its public answer has run out, for one client at one server:
 * a page on it can then reach into the client's network. Different servers are split horizon, and not looked at.
 */
export function createRebindingDetector(): RowDetector {
  const names = new RecentMap<string, Last>(followed);
  const scratch = new Uint8Array(16);
  return {
    name: 'dns_rebinding',
    observe: (row, { rebinding }, report) => {
      if (row.answerCount === 0 || (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA))
        return;
      const { class: kind, registrable, text } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      const answer = scopes(row, scratch);
      if (answer === undefined) return;
      const at = row.observedSeconds;
      const key = `${row.locationId} ${row.clientAddress} ${row.serverAddress} ${row.queryType} ${text}`;
      const last = names.get(key);
      const previous = last === undefined ? undefined : { ...last };
      if (answer.scope !== 'mixed') {
        const toNull = (last?.toNull ?? 0) + (last?.scope === 'public' && answer.scope === 'null' ? 1 : 0);
        names.set(key, { scope: answer.scope, at, ttl: answer.ttl, address: answer.address, toNull });
      }
      const before = answer.scope === 'mixed' ? answer.publicPart : previous;
      if (before === undefined) return;
      const within = at - before.at <= Math.max(before.ttl, rebinding.leastSeconds);
      const turned = before.scope === 'public' && (answer.scope === 'private' || answer.scope === 'mixed');
      const blockedAgain = answer.scope === 'null' && before.scope === 'public' && before.toNull >= 1;
      if (!within || !(turned || blockedAgain)) return;
      report.add(row, {
        type: 'dns_rebinding',
        severity: before.ttl > rebinding.mostTtl || blockedAgain ? 'info' : 'medium',
        subject: registrable,
        technique: 'T1557',
        message: `${text} answered ${row.clientAddress} with ${before.address} and then with ${answer.address}`,
        evidence: {
          method: 'a public and a private answer for one name, client and server within the TTL',
          public_address: before.address,
          private_address: answer.address,
          ttl: before.ttl,
          seconds_between: at - before.at,
          server: row.serverAddress,
          at: new Date(at * 1_000).toISOString(),
          thresholds: { ...rebinding },
        },
      });
    },
  };
}

interface Answer {
  readonly scope: AddressScope | 'mixed';
  readonly address: string;
  readonly ttl: number;
  readonly publicPart?: Last;
}

function scopes(row: BatchRows, scratch: Uint8Array): Answer | undefined {
  const first = new Map<AddressScope, { address: string; ttl: number }>();
  row.records((record) => {
    if (record.section !== sectionNumbers.answer || record.type !== row.queryType) return;
    if (!parseAddress(row.bytes, record.dataStart, record.dataEnd, scratch)) return;
    const scope = addressScope(scratch);
    if (!first.has(scope))
      first.set(scope, { address: row.text(record.dataStart, record.dataEnd), ttl: record.ttl });
  });
  const open = first.get('public');
  const closed = first.get('private');
  if (open !== undefined && closed !== undefined) {
    return {
      scope: 'mixed',
      ...closed,
      publicPart: { scope: 'public', at: row.observedSeconds, toNull: 0, ...open },
    };
  }
  for (const [scope, rest] of first) return { scope, ...rest };
  return undefined;
}
