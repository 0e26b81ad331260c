import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { parseAddress } from '../rows/parse-address.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import type { RebindingSettings } from '../settings.ts';
import { TransactionTable } from '../state/transaction-table.ts';

/** Client, server and name that are remembered with their last public answer. */
const remembered = 65_536;
const longestTtl = 2 ** 31 - 1;

interface Part {
  readonly address: string;
  readonly ttl: number;
}

/**
 * A public name that turns to a private address before its public answer has run out, for one client at one server:
 * a page on it can then reach into the client's network. Different servers are split horizon, and not looked at;
 * answers like 0.0.0.0 are a blocker's.
 */
export function createRebindingDetector(): RowDetector {
  const answers = new TransactionTable(remembered);
  const scratch = new Uint8Array(16);
  return {
    name: 'dns_rebinding',
    observe: (row, { rebinding }, report) => {
      if (row.answerCount === 0 || (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA))
        return;
      const { open, closed } = partsOf(row, scratch);
      if (open === undefined && closed === undefined) return;
      const { class: kind, registrable } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      const hash = row.transactionHash(false);
      const at = row.observedSeconds;
      const before = answers.get(hash);
      if (open !== undefined) answers.set(hash, at, Math.min(open.ttl, longestTtl), 0);
      if (closed === undefined) return;
      if (open !== undefined) say(row, registrable, open.ttl, 0, closed, rebinding, report);
      else if (before !== undefined && at - before.at <= Math.max(before.first, rebinding.leastSeconds)) {
        say(row, registrable, before.first, at - before.at, closed, rebinding, report);
      }
    },
  };
}

function say(
  row: BatchRows,
  registrable: string,
  ttl: number,
  seconds: number,
  closed: Part,
  settings: RebindingSettings,
  report: Report,
): void {
  report.add(row, {
    type: 'dns_rebinding',
    severity: ttl > settings.mostTtl ? 'info' : 'medium',
    subject: registrable,
    technique: 'T1557',
    message: `${row.queryName} had a public address for ${row.clientAddress} and ${seconds} seconds later ${closed.address}`,
    evidence: {
      method: 'a public and a private answer for one name, client and server within the TTL',
      private_address: closed.address,
      public_ttl: ttl,
      seconds_between: seconds,
      server: row.serverAddress,
      at: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: [row.queryName],
      thresholds: { ...settings },
    },
  });
}

/** The first public and the first private address of the answer. */
function partsOf(row: BatchRows, scratch: Uint8Array): { open: Part | undefined; closed: Part | undefined } {
  let open: Part | undefined;
  let closed: Part | undefined;
  row.records((record) => {
    if (record.section !== sectionNumbers.answer || record.type !== row.queryType) return;
    if (!parseAddress(row.bytes, record.dataStart, record.dataEnd, scratch)) return;
    const scope = addressScope(scratch);
    if (scope === 'public') open ??= { address: '', ttl: record.ttl };
    else if (scope === 'private') closed ??= { address: addressText(scratch), ttl: record.ttl };
  });
  return { open, closed };
}
