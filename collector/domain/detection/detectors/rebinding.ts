import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { addressScope, isUnspecified } from '../addresses.ts';
import type { BatchRows } from '../batch-rows.ts';
import type { Report } from '../report.ts';
import type { RowDetector } from '../row-detector.ts';
import { AnswerTargets } from '../rows/answer-targets.ts';
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
  const targets = new AnswerTargets();
  const severityOf = ({ row }: Seen, isExplained: boolean): 'info' | 'medium' => {
    const { locationId, name, observedSeconds } = row;
    const isKnown = history.isLongKnown(locationId, name.hash, observedSeconds);
    return isExplained || isKnown ? 'info' : 'medium';
  };
  return {
    name: 'dns_rebinding',
    needs: rowTraits.addressed | rowTraits.aliased | rowTraits.bound,
    observe: (row, { rebinding }, report) => {
      if (row.answerCount === 0) return;
      const { class: kind, registrable } = row.name;
      if (kind !== 'ordinary' || registrable === undefined) return;
      if (row.queryType === recordTypes.HTTPS || row.queryType === recordTypes.SVCB)
        return observeHints(row, { answers, insides, outsides, targets, severityOf }, rebinding, report);
      if (row.queryType !== recordTypes.A && row.queryType !== recordTypes.AAAA) return;
      if (row.addresses.count === 0) return observeAlias(row, { answers, severityOf }, rebinding, report);
      const open = firstOf(row, true);
      const closed = firstOf(row, false);
      if (closed !== -1) insides.note(row, row.addresses.bytes, closed * 16);
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
              seen.ttl > rebinding.mostTtl ||
              insides.explain(row, row.addresses.bytes, closed * 16) ||
              isCommon(row, placeOf(row, closed), outsides);
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

interface HintParts extends AliasParts {
  readonly insides: Insides;
  readonly outsides: Outsides;
  readonly targets: AnswerTargets;
}

/**
 * Addresses that a service binding gives as hints, which a client may connect to before those of the name itself came (RFC 9460 section 7.3): closed
 * ones behind a public answer turn the name as an address does. Public ones are not remembered: who has a name within answered by an
 * address of his own forwards the question for its service binding to the world.
 */
function observeHints(
  row: BatchRows,
  { answers, insides, outsides, targets, severityOf }: HintParts,
  settings: RebindingSettings,
  report: Report,
): void {
  const before = answers.find(row.transactionHash(false, false), row.transactionCheck);
  if (before === -1) return;
  let place: Place = 'public';
  let hint = '';
  let hasPublic = false;
  let isInside = false;
  row.records((record) => {
    if (record.section !== sectionNumbers.answer) return;
    targets.hints(row, record, () => {
      const own = placeOfAddress(targets.address, 0);
      if (own === 'public') hasPublic = true;
      if (own === 'public' || own === 'unspecified' || hint !== '') return;
      place = own;
      hint = addressText(targets.address);
      insides.note(row, targets.address, 0);
      isInside = insides.explain(row, targets.address, 0);
    });
  });
  if (hint === '') return;
  const ttl = answers.word(before) & longestTtl;
  const seconds = row.observedSeconds - answers.at(before);
  const seen: Seen = {
    row,
    registrable: row.name.registrable!,
    ttl,
    seconds,
    closed: -1,
    hint: { address: hint, place },
  };
  if (hasPublic) say(seen, 'info', settings, report);
  else if (isSoon(seen, settings)) {
    const isExplained = ttl > settings.mostTtl || isInside || isCommon(row, place, outsides);
    say(seen, severityOf(seen, isExplained), settings, report);
  }
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
  /** The address that the answer hints at, and where it is. */
  readonly hint?: { readonly address: string; readonly place: Place };
}

/** Within the TTL; and for longer after an answer that was meant to run out soon. */
function isSoon(
  { ttl, seconds }: Seen,
  { leastSeconds, mostTtl, shortTtlSeconds }: RebindingSettings,
): boolean {
  return seconds <= Math.max(ttl, ttl <= mostTtl ? shortTtlSeconds : leastSeconds);
}

function say(
  { row, registrable, ttl, seconds, closed, alias, hint }: Seen,
  severity: 'info' | 'medium',
  settings: RebindingSettings,
  report: Report,
): void {
  const led = alias ?? hint?.address;
  const isBack = closed === -1 && led === undefined;
  const address = led ?? (isBack ? '0.0.0.0' : addressText(row.addresses.bytes, closed * 16));
  const turn = isBack
    ? `turned to ${address} and back`
    : `was then ${hint === undefined ? '' : 'hinted '}at ${address}`;
  report.add(row, {
    type: 'dns_rebinding',
    severity,
    subject: registrable,
    technique: 'T1557',
    message: `${row.queryName} had a public address for ${row.clientAddress}, and ${turn} within ${seconds} seconds`,
    evidence: {
      method:
        'a public and then a private address for one name, client and server, within the TTL or soon after a short TTL',
      private_address: address,
      place: alias !== undefined ? 'alias' : (hint?.place ?? (isBack ? 'unspecified' : placeOf(row, closed))),
      ...(hint === undefined ? {} : { way: 'address hint of a service binding' }),
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
function isCommon(row: BatchRows, place: Place, outsides: Outsides): boolean {
  return place === 'private' && outsides.explain(row);
}

function placeOf({ addresses }: BatchRows, index: number): Place {
  return placeOfAddress(addresses.bytes, index * 16);
}

function placeOfAddress(bytes: Uint8Array, start: number): Place {
  const scope = addressScope(bytes, start);
  if (scope !== 'null') return scope;
  return isUnspecified(bytes, start) ? 'unspecified' : 'loopback';
}

/** The first address of the type asked for that is public, or that is not; -1 if there is none. */
function firstOf(row: BatchRows, isPublic: boolean): number {
  const { addresses, queryType } = row;
  for (let index = 0; index < addresses.count; index++) {
    if (addresses.types[index] === queryType && (placeOf(row, index) === 'public') === isPublic) return index;
  }
  return -1;
}
