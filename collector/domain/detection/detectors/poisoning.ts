import { marks, nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import type { DetectionSettings } from '../settings.ts';
import type { ClientSlot, ClientStates } from '../state/client-states.ts';
import { RecentMap } from '../state/recent-map.ts';
import { TransactionTable } from '../state/transaction-table.ts';

const lossesSeconds = 60;
/** Packets are lost if nobody asked for at least this share of a client's other answers. */
const lossyShare = 0.02;

/** Answers of a client, and those of them that no query was seen of. */
interface Losses {
  since: number;
  answers: number;
  unasked: number;
}

/** Transactions that are remembered with their answer. */
const remembered = 16_384;
/** Resolvers wait that long for an answer; later on, port and id may be used anew. */
const sameQuerySeconds = 3;

interface Unsolicited {
  since: number;
  readonly ids: Set<number>;
}

/**
 * Detects answers that somebody else may have sent: two with nothing in common for one query, floods of answers that
 * nobody asked for with ever other ids, and name servers given for a zone that has nothing to do with the question.
 */
export function createPoisoningDetector(states: ClientStates): RowDetector {
  const answered = new TransactionTable(remembered);
  const floods = new RecentMap<string, Unsolicited>(2_000);
  const clients = states.slot<Losses>();
  return {
    name: 'poisoning',
    tables: [floods],
    observe: (row, settings, report) => {
      if (row.nameService !== nameServices.dns) return;
      const outside = row.authorityCount > 0 ? foreignDelegation(row) : undefined;
      if (outside !== undefined) {
        add(row, report, 'low', `The answer for ${row.queryName} names servers for ${outside}`, {
          method: 'out-of-bailiwick delegation',
          zone: outside,
        });
      }
      if (row.is('unanswered')) return;
      // A second response that says something else is to a query, of which the first response made the row.
      const isSecond = (row.marks & marks.responseDiffers) !== 0;
      const solicited = (!row.is('orphan') || isSecond) && (row.marks & marks.questionMismatch) === 0;
      const losses = lossesOf(row, clients);
      losses.answers++;
      if (!solicited) observeFlood(row, settings, { floods, losses }, report);
      observeAnswer(row, answered, report);
    },
  };
}

function observeFlood(
  row: BatchRows,
  { poisoning }: DetectionSettings,
  { floods, losses }: { floods: RecentMap<string, Unsolicited>; losses: Losses },
  report: Report,
): void {
  const at = row.observedSeconds;
  losses.unasked++;
  const { registrable } = row.name;
  if (registrable === undefined) return;
  const flood = floods.getOrCreate(`${row.locationId} ${row.clientAddress} ${registrable}`, () =>
    newFlood(at),
  );
  if (at - flood.since >= poisoning.windowSeconds) {
    flood.since = at;
    flood.ids.clear();
  }
  if (flood.ids.size < 65_536) flood.ids.add(row.messageId);
  if (flood.ids.size < poisoning.unsolicited) return;
  // A tap that sees one direction, or loses packets, shows answers without their queries for all that a client asks.
  const others = losses.unasked - flood.ids.size;
  const isLossy = others > 0 && others >= (losses.answers - flood.ids.size) * lossyShare;
  add(
    row,
    report,
    isLossy ? 'info' : 'high',
    `${flood.ids.size} unsolicited answers for names below ${registrable}, with different ids`,
    {
      method: 'unsolicited answers with different ids in a window',
      answers: flood.ids.size,
      server: row.serverAddress,
      from: new Date(flood.since * 1_000).toISOString(),
    },
  );
}

function lossesOf(row: BatchRows, clients: ClientSlot<Losses>): Losses {
  const { observedSeconds: at } = row;
  const losses = clients.get(row) ?? clients.set(row, { since: at, answers: 0, unasked: 0 });
  if (at - losses.since >= lossesSeconds) {
    losses.since = at;
    // What was usual before counts on, ever less.
    losses.answers >>= 1;
    losses.unasked >>= 1;
  }
  return losses;
}

function newFlood(since: number): Unsolicited {
  return { since, ids: new Set() };
}

function observeAnswer(row: BatchRows, answered: TransactionTable, report: Report): void {
  if (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA) return;
  // Rows that programs submit may lack port and id, and then tell nothing apart.
  if (row.clientPort === 0 || row.messageId === 0) return;
  const networks = networkBits(row);
  // A denial is looked at if the sensor saw another response to the same query: it has no network in common with any.
  const differs = (row.marks & marks.responseDiffers) !== 0;
  if (networks === 0 && !(differs && row.responseCode === responseCodes.NXDOMAIN)) return;
  const hash = row.transactionHash(true);
  const check = row.transactionCheck;
  const at = row.observedSeconds;
  const before = answered.find(hash, check);
  const isAlike = before !== -1 && at - answered.at(before) <= sameQuerySeconds;
  const earlier = before === -1 ? 0 : answered.word(before);
  answered.set(hash, check, at, networks);
  // A retransmitted query to a rotating set has another answer, too, but mostly out of the same networks.
  if (!isAlike || (earlier & networks) !== 0 || earlier === networks) return;
  const severity = (row.marks & marks.queryRetransmitted) === 0 ? 'medium' : 'info';
  add(row, report, severity, `Two answers with nothing in common for one query of ${row.queryName}`, {
    method: 'different answers for one 5-tuple and id',
    answers: addressesOf(row),
    server: row.serverAddress,
    client_port: row.clientPort,
    message_id: row.messageId,
  });
}

/** A bit for each network among the answers, chosen by hash: answers with a bit in common may share a network. */
function networkBits({ addresses, queryType }: BatchRows): number {
  const { bytes } = addresses;
  let bits = 0;
  for (let index = 0; index < addresses.count; index++) {
    if (addresses.types[index] !== queryType) continue;
    // The first half of an IPv4 address, the first two groups of another.
    const at = index * 16 + (queryType === recordTypes.A ? 12 : 0);
    const high = (bytes[at]! << 8) | bytes[at + 1]!;
    const low = queryType === recordTypes.A ? 0 : (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const hash = Math.imul(high ^ Math.imul(low, 0x9e37_79b1), 0x2c1b_3c6d);
    bits |= 1 << ((hash ^ (hash >>> 15)) & 31);
  }
  return bits;
}

function add(
  row: BatchRows,
  report: Report,
  severity: 'info' | 'low' | 'medium' | 'high',
  message: string,
  evidence: Parameters<Report['add']>[1]['evidence'],
): void {
  report.add(row, {
    type: 'poisoning',
    severity,
    subject: row.name.registrable ?? row.queryName,
    technique: 'T1557',
    message,
    evidence: {
      ...evidence,
      to: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: [row.queryName],
    },
  });
}

function addressesOf(row: BatchRows): string[] {
  const addresses: string[] = [];
  row.records(({ section, type, dataStart, dataEnd }) => {
    if (section !== sectionNumbers.answer || type !== row.queryType) return;
    if (addresses.length < 16) addresses.push(row.text(dataStart, dataEnd));
  });
  return addresses;
}

/** The owner of an NS record that is above neither the name asked for nor any name that it is an alias of. */
function foreignDelegation(row: BatchRows): string | undefined {
  let aliases: string[] | undefined;
  let foreign: string | undefined;
  row.records(({ section, type, nameStart, nameEnd, dataStart, dataEnd }) => {
    if (section === sectionNumbers.answer && type === recordTypes.CNAME) {
      aliases ??= [];
      aliases.push(row.text(dataStart, dataEnd).replace(/\.$/, '').toLowerCase());
    }
    if (section !== sectionNumbers.authority || type !== recordTypes.NS || foreign !== undefined) return;
    const owner = row.text(nameStart, nameEnd);
    if (owner === '.' || isBelow(row.queryName, owner)) return;
    if (aliases?.some((alias) => isBelow(alias, owner)) !== true) foreign = owner;
  });
  return foreign;
}

function isBelow(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`);
}
