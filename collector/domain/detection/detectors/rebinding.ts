import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope, isUnspecified } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import { rowTraits } from '../rows/row-traits.ts';
import type { RebindingSettings } from '../settings.ts';
import type { DomainHistory } from '../state/domain-history.ts';
import { TransactionTable } from '../state/transaction-table.ts';
import { Insides } from './insides.ts';
import { Outsides } from './outsides.ts';

/** Client, server and name that are remembered with their last public answer. */
const remembered = 65_536;
const longestTtl = 2 ** 30 - 1;
/** This bit of the word that goes with an answer tells whether the name turned to this machine or to none since. */
const turned = 2 ** 30;

type Place = 'public' | 'private' | 'loopback' | 'unspecified';

/**
 * Detects public names that turn to a private address, or to the client's own machine, before their public answer has
 * run out, or soon after a short one, for one client at one server: a page on such a name can then reach into the
 * client's network. Different servers are split horizon, and not looked at. 0.0.0.0 is what blockers answer: it counts
 * once the name has turned back. A network that sends all names to one page, and a domain of the site's own that has
 * addresses within and outside, are remarks; so are names that several
 * clients had used for a while, and domains that the location has known for a week.
 */
export function createRebindingDetector(history: DomainHistory): RowDetector {
  const answers = new TransactionTable(remembered);
  const insides = new Insides();
  const outsides = new Outsides();
  const severityOf = ({ row }: Seen, isExplained: boolean): 'info' | 'medium' => {
    const { locationId, name, observedSeconds } = row;
    const isKnown = history.isLongKnown(locationId, name.hash, observedSeconds);
    return isExplained || isKnown ? 'info' : 'medium';
  };
  return {
    name: 'dns_rebinding',
    needs: rowTraits.addressed | rowTraits.aliased,
    observe: (row, { rebinding }, report) => {
      if (row.answerCount === 0 || (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA))
        return;
      const { class: kind, registrable } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      if (row.addresses.count === 0) return observeAlias(row, { answers, severityOf }, rebinding, report);
      const open = firstOf(row, true);
      const closed = firstOf(row, false);
      if (closed !== -1) insides.note(row, closed * 16);
      if (open === -1 && closed === -1) return;
      const hash = row.transactionHash(false, false);
      const check = row.transactionCheck;
      const at = row.observedSeconds;
      const before = answers.find(hash, check);
      const word = before === -1 ? 0 : answers.word(before);
      // Nearly all answers are public ones after public ones.
      if (closed !== -1 || (word & turned) !== 0) {
        const since = before === -1 ? 0 : answers.at(before);
        const seen: Seen = { row, registrable, ttl: word & longestTtl, seconds: at - since, closed };
        if (closed !== -1 && open !== -1) say({ ...seen, seconds: 0 }, 'info', rebinding, report);
        else if (closed !== -1 && before !== -1 && isSoon(seen, rebinding)) {
          if (placeOf(row, closed) === 'unspecified') answers.set(hash, check, since, word | turned);
          else {
            const isExplained =
              seen.ttl > rebinding.mostTtl || insides.explain(row, closed * 16) || isCommon(seen, outsides);
            say(seen, severityOf(seen, isExplained), rebinding, report);
          }
        }
        if (open !== -1 && closed === -1 && seen.seconds <= rebinding.leastSeconds)
          say(seen, severityOf(seen, false), rebinding, report);
      }
      if (open !== -1 && before === -1) outsides.note(row);
      if (open !== -1) answers.set(hash, check, at, Math.min(row.addresses.ttls[open]!, longestTtl));
    },
  };
}

interface AliasParts {
  readonly answers: TransactionTable;
  readonly severityOf: (seen: Seen, isExplained: boolean) => 'info' | 'medium';
}

/** An alias of a name that means the own machine, or a host within, without an address: the client finds that itself. */
function observeAlias(
  row: BatchRows,
  { answers, severityOf }: AliasParts,
  settings: RebindingSettings,
  report: Report,
): void {
  const before = answers.find(row.transactionHash(false, false), row.transactionCheck);
  if (before === -1) return;
  let target = '';
  row.records(({ section, type, dataStart, dataEnd }) => {
    if (section === sectionNumbers.answer && type === recordTypes.CNAME)
      target = row.text(dataStart, dataEnd).replace(/\.$/, '').toLowerCase();
  });
  if (!/(?:^|\.)(?:localhost|localdomain|lan|home|internal|local|box)$/.test(target)) return;
  const ttl = answers.word(before) & longestTtl;
  const seen: Seen = {
    row,
    registrable: row.name.registrable!,
    ttl,
    seconds: row.observedSeconds - answers.at(before),
    closed: -1,
    alias: target,
  };
  if (isSoon(seen, settings)) say(seen, severityOf(seen, ttl > settings.mostTtl), settings, report);
}

interface Seen {
  readonly row: BatchRows;
  readonly registrable: string;
  readonly ttl: number;
  readonly seconds: number;
  /** The place of the closed address in the answer; -1 for one that was seen before. */
  readonly closed: number;
  /** The name that the answer leads to, if it has no address. */
  readonly alias?: string;
}

/** Within the TTL; and for longer after an answer that was meant to run out soon. */
function isSoon(
  { ttl, seconds }: Seen,
  { leastSeconds, mostTtl, shortTtlSeconds }: RebindingSettings,
): boolean {
  return seconds <= Math.max(ttl, ttl <= mostTtl ? shortTtlSeconds : leastSeconds);
}

function say(
  { row, registrable, ttl, seconds, closed, alias }: Seen,
  severity: 'info' | 'medium',
  settings: RebindingSettings,
  report: Report,
): void {
  const address = alias ?? (closed === -1 ? '0.0.0.0' : addressText(row.addresses.bytes, closed * 16));
  const turn =
    closed === -1 && alias === undefined ? `turned to ${address} and back` : `was then at ${address}`;
  report.add(row, {
    type: 'dns_rebinding',
    severity,
    subject: registrable,
    technique: 'T1557',
    message: `${row.queryName} had a public address for ${row.clientAddress}, and ${turn} within ${seconds} seconds`,
    evidence: {
      method:
        'a public and a closed address for one name, client and server, within the TTL or soon after a short one',
      private_address: address,
      place: alias === undefined ? (closed === -1 ? 'unspecified' : placeOf(row, closed)) : 'alias',
      public_ttl: ttl,
      seconds_between: seconds,
      server: row.serverAddress,
      at: new Date(row.observedSeconds * 1_000).toISOString(),
      sample_names: [row.queryName],
      thresholds: { ...settings },
    },
  });
}

/** A name of the site that is found within for the first time, as by those who come home; a page's visitor has it to himself. */
function isCommon({ row, closed }: Seen, outsides: Outsides): boolean {
  return placeOf(row, closed) === 'private' && outsides.explain(row);
}

function placeOf({ addresses }: BatchRows, index: number): Place {
  const scope = addressScope(addresses.bytes, index * 16);
  if (scope !== 'null') return scope;
  return isUnspecified(addresses.bytes, index * 16) ? 'unspecified' : 'loopback';
}

/** The first address of the type asked for that is public, or that is not; -1 if there is none. */
function firstOf(row: BatchRows, isPublic: boolean): number {
  const { addresses, queryType } = row;
  for (let index = 0; index < addresses.count; index++) {
    if (addresses.types[index] === queryType && (placeOf(row, index) === 'public') === isPublic) return index;
  }
  return -1;
}
