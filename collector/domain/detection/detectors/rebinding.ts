import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import type { RebindingSettings } from '../settings.ts';
import { TransactionTable } from '../state/transaction-table.ts';

/** Client, server and name that are remembered with their last public answer. */
const remembered = 65_536;
const longestTtl = 2 ** 31 - 1;

/**
 * A public name that turns to a private address before its public answer has run out, for one client at one server:
 * a page on it can then reach into the client's network. Different servers are split horizon, and not looked at;
 * answers like 0.0.0.0 are a blocker's.
 */
export function createRebindingDetector(): RowDetector {
  const answers = new TransactionTable(remembered);
  return {
    name: 'dns_rebinding',
    observe: (row, { rebinding }, report) => {
      if (row.answerCount === 0 || (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA))
        return;
      const { class: kind, registrable } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      const open = firstOf(row, 'public');
      const closed = firstOf(row, 'private');
      if (open === -1 && closed === -1) return;
      const hash = row.transactionHash(false);
      const check = row.transactionCheck;
      const at = row.observedSeconds;
      if (closed !== -1) {
        const before = answers.find(hash, check);
        if (open !== -1) say(row, registrable, row.addresses.ttls[open]!, 0, closed, rebinding, report);
        else if (before !== -1) {
          const [ttl, seconds] = [answers.word(before), at - answers.at(before)];
          if (seconds <= Math.max(ttl, rebinding.leastSeconds))
            say(row, registrable, ttl, seconds, closed, rebinding, report);
        }
      }
      if (open !== -1) answers.set(hash, check, at, Math.min(row.addresses.ttls[open]!, longestTtl));
    },
  };
}

function say(
  row: BatchRows,
  registrable: string,
  ttl: number,
  seconds: number,
  closed: number,
  settings: RebindingSettings,
  report: Report,
): void {
  const address = addressText(row.addresses.bytes, closed * 16);
  report.add(row, {
    type: 'dns_rebinding',
    severity: ttl > settings.mostTtl ? 'info' : 'medium',
    subject: registrable,
    technique: 'T1557',
    message: `${row.queryName} had a public address for ${row.clientAddress} and ${seconds} seconds later ${address}`,
    evidence: {
      method: 'a public and a private answer for one name, client and server within the TTL',
      private_address: address,
      public_ttl: ttl,
      seconds_between: seconds,
      server: row.serverAddress,
      at: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: [row.queryName],
      thresholds: { ...settings },
    },
  });
}

/** The first address of that scope and of the type asked for; -1 where there is none. */
function firstOf({ addresses, queryType }: BatchRows, scope: 'public' | 'private'): number {
  for (let index = 0; index < addresses.count; index++) {
    if (addresses.types[index] === queryType && addressScope(addresses.bytes, index * 16) === scope)
      return index;
  }
  return -1;
}
