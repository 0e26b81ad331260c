import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import { severities } from '@sonde/shared/schemas/severity.ts';
import type { Sighting } from '../../ports/threats/threats.ts';
import { addressScope } from './addresses.ts';
import type { BatchRows } from './batch-rows.ts';
import type { Detector } from './detector.ts';
import { isExcluded } from './exclusions.ts';
import type { IndicatorHit, IndicatorMatcher } from './indicator-matcher.ts';
import { type CircumstancesOf, type Finding, Report } from './report.ts';
import { AnswerTargets, embeddedV4 } from './rows/answer-targets.ts';
import { AskedAddresses } from './rows/asked-addresses.ts';
import { sectionNumbers } from './rows/read-records.ts';
import { defaultSettings, type SettingsOf } from './settings.ts';
import type { HitTally } from './state/hit-tally.ts';

type Matcher = Pick<IndicatorMatcher, 'findName' | 'findAddress' | 'worstOfName' | 'worstOfAddress' | 'size'>;

interface Parts {
  readonly settingsOf?: SettingsOf;
  /** The tally knows what alerts of resolvers tell of the same queries. */
  readonly tally?: HitTally;
  readonly circumstancesOf?: CircumstancesOf;
}

/**
 * Detects queries for names that an indicator lists, answers that lead to such names or addresses, and servers that one
 * lists; one sighting per location and indicator of a batch. Names are looked up straight from the row's bytes, each
 * different one once.
 */
export function createIndicatorDetector(
  matcher: Matcher,
  { settingsOf = () => defaultSettings, tally, circumstancesOf }: Parts = {},
): Detector {
  const asked = new AskedAddresses();
  return {
    name: 'indicator',
    examine: (rows) => {
      if (matcher.size === 0) return [];
      const report = new Report({
        excluded: (locationId, name, client) => isExcluded(settingsOf(locationId).exclusions, name, client),
        tally,
        circumstancesOf,
      });
      new Examination(rows, { matcher, asked, report }).run();
      return report.sightings();
    },
  };
}

const noAddresses = { bytes: new Uint8Array(0), count: 0 };

function isAddress(type: number): boolean {
  return type === recordTypes.A || type === recordTypes.AAAA;
}

/** One batch under one state of the lists. */
class Examination {
  readonly #rows: BatchRows;
  readonly #matcher: Matcher;
  readonly #asked: AskedAddresses;
  readonly #report: Report;
  readonly #verdicts: number[] = [];
  readonly #hits = new Map<string, IndicatorHit>();
  /** The place in the order of severities that a finding of the row must reach. */
  #least = 0;
  readonly #targets = new AnswerTargets();
  readonly #embedded = new Uint8Array(16);

  constructor(
    rows: BatchRows,
    { matcher, asked, report }: { matcher: Matcher; asked: AskedAddresses; report: Report },
  ) {
    this.#rows = rows;
    this.#matcher = matcher;
    this.#asked = asked;
    this.#report = report;
  }

  run(): void {
    const rows = this.#rows;
    while (rows.next()) {
      const id = rows.nameId;
      const { bytes, nameStart, nameEnd, observedSeconds } = rows;
      let entry = this.#verdicts[id];
      if (entry === undefined) {
        entry = this.#matcher.findName(bytes, nameStart, nameEnd, observedSeconds);
        this.#verdicts[id] = entry;
      }
      this.#least = 0;
      if (entry !== -1) {
        const hit = this.#hitOf(`name ${rows.queryName}`, () =>
          this.#matcher.worstOfName(bytes, nameStart, nameEnd, observedSeconds),
        );
        this.#note(hit, undefined);
        // Of the places that one query leads to, those that are worse than its name count beside it.
        this.#least = severities.indexOf(hit.indicator.severity) + 1;
      }
      if (rows.answerCount > 0 || rows.authorityCount > 0) this.#matchAnswers();
      this.#least = 0;
      this.#matchServer();
      if (rows.queryType === recordTypes.PTR) this.#matchAsked();
    }
  }

  #matchAnswers(): void {
    const rows = this.#rows;
    const { bytes, count } = rows.answerCount === 0 ? noAddresses : rows.addresses;
    for (let start = 0; start < count * 16; start += 16) this.#matchAddress(bytes, start, 'address');
    if (count === rows.answerCount && (rows.authorityCount === 0 || rows.responseCode !== 0)) return;
    const targets = this.#targets;
    rows.records((record) => {
      if (record.section === sectionNumbers.additional) {
        if (isAddress(record.type) && targets.readAddress(rows, record))
          this.#matchAddress(targets.address, 0, 'glue');
        return;
      }
      if (!AnswerTargets.leads(record.type)) return;
      if (targets.read(rows, record)) {
        const { name, length } = targets;
        const now = rows.observedSeconds;
        if (this.#matcher.findName(name, 0, length, now) !== -1) {
          const where = Buffer.from(name.subarray(0, length)).toString('latin1');
          const hit = this.#hitOf(`name ${where}`, () => this.#matcher.worstOfName(name, 0, length, now));
          this.#note(hit, { what: 'target', where });
        }
      }
      targets.hints(rows, record, () => this.#matchAddress(targets.address, 0, 'hint'));
    });
  }

  #matchAddress(bytes: Uint8Array, start: number, what: Found['what']): void {
    // Blockers and internal names answer with addresses that are nobody's on the internet.
    if (addressScope(bytes, start) !== 'public') return;
    if (this.#noteAddress(bytes, start, what) || !embeddedV4(bytes, start, this.#embedded)) return;
    this.#noteAddress(this.#embedded, 0, what, addressText(bytes, start));
  }

  /** Notes an address if it is listed; `where` it was found, if not as itself. Whether it is. */
  #noteAddress(bytes: Uint8Array, start: number, what: Found['what'], where?: string): boolean {
    const now = this.#rows.observedSeconds;
    if (this.#matcher.findAddress(bytes, now, start) === -1) return false;
    const text = addressText(bytes, start);
    const hit = this.#hitOf(text, () => this.#matcher.worstOfAddress(bytes, now, start));
    this.#note(hit, { what, where: where ?? text });
    return true;
  }

  /** A machine whose resolver was changed asks somebody else's (T1584.002, as DNSChanger did). */
  #matchServer(): void {
    const { bytes, serverAt } = this.#rows;
    if (addressScope(bytes, serverAt) === 'public') this.#noteAddress(bytes, serverAt, 'server');
  }

  /** Whoever asks for the name of a listed address had to do with it, or reads of it: a remark, and few of them. */
  #matchAsked(): void {
    const rows = this.#rows;
    const address = this.#asked.read(rows);
    if (address === undefined || addressScope(address) !== 'public') return;
    if (this.#matcher.findAddress(address, rows.observedSeconds) === -1) return;
    if (this.#asked.isAmongFew(rows)) this.#noteAddress(address, 0, 'asked');
  }

  /** What is said of a name or address, which somebody lists, is asked for once in a batch. */
  #hitOf(what: string, worst: () => IndicatorHit | undefined): IndicatorHit {
    let hit = this.#hits.get(what);
    if (hit === undefined) {
      hit = worst()!;
      this.#hits.set(what, hit);
    }
    return hit;
  }

  /** `found` is what matched; undefined if the name that was asked for did. */
  #note(hit: IndicatorHit, found: Found | undefined): void {
    const noted = finding(this.#rows, hit, found);
    if (severities.indexOf(noted.severity) >= this.#least) this.#report.add(this.#rows, noted);
  }
}

/** A match is found in a row beside its name. */
interface Found {
  readonly what: 'address' | 'hint' | 'glue' | 'target' | 'server' | 'asked';
  readonly where: string;
}

const methods = {
  address: 'the worst listed network of an address in the answer',
  hint: 'the worst listed network of an address hint',
  glue: 'the worst listed network of an address beside a name in the answer',
  target: 'the worst listed name among a name in the answer and its parents',
  server: 'the worst listed network of the server that was asked',
  asked: 'the worst listed network of an address whose name was asked for',
} as const;
const verbs = {
  address: 'which is at',
  hint: 'which hints at',
  glue: 'which leads to',
  target: 'which leads to',
  server: 'at the server',
  asked: 'the name of',
} as const;

function finding(rows: BatchRows, hit: IndicatorHit, found: Found | undefined): Finding {
  const { indicator } = hit;
  const { clientAddress, queryName } = rows;
  const asked =
    found === undefined
      ? `${clientAddress} asked for ${queryName}`
      : `${clientAddress} asked for ${queryName}, ${verbs[found.what]} ${found.where}`;
  return {
    type: indicator.threatType,
    // Many names share an address, so that of a listed one says less than a listed name.
    severity: found === undefined ? indicator.severity : severityOf(indicator.severity, found),
    subject: indicator.name.replace(/^\*\./, ''),
    source: indicator.source,
    message: `${asked}: ${indicator.name} is listed by ${indicator.source}`,
    technique: techniqueOf(indicator.threatType),
    evidence: {
      method:
        found === undefined
          ? 'the worst listed name among the query name and its parents'
          : methods[found.what],
      ...listedEvidence(hit, queryName),
      answer: found === undefined || found.what === 'server' ? null : found.where,
      server: found?.what === 'server' ? found.where : null,
    },
  };
}

/** Makes the evidence of a listed name or address, with what its receipt needs. */
export function listedEvidence(
  { indicator, provenance, weight }: IndicatorHit,
  queryName: string,
): Finding['evidence'] {
  return {
    feed: indicator.source,
    feed_weight: weight,
    indicator: indicator.name,
    feed_row: indicator.row ?? null,
    feed_fetched_at: provenance.fetchedAt === null ? null : new Date(provenance.fetchedAt).toISOString(),
    feed_sha256: provenance.contentHash,
    listed_since:
      indicator.firstSeenAt === undefined ? null : new Date(indicator.firstSeenAt * 1_000).toISOString(),
    description: indicator.description,
    sample_names: [queryName],
  };
}

function severityOf(severity: Sighting['severity'], { what }: Found): Sighting['severity'] {
  if (what === 'asked') return 'info';
  return what === 'target' || what === 'server' ? severity : lower(severity);
}

function lower(severity: Sighting['severity']): Sighting['severity'] {
  return severities[Math.max(1, severities.indexOf(severity) - 1)]!;
}

/**
 * Gives the ATT&CK technique of a threat type: phishing is a way in (T1566); whatever else is listed is mostly what an
 * intruder talks to (T1071).
 */
export function techniqueOf(threatType: string): string {
  return /phish/.test(threatType) ? 'T1566.002' : 'T1071';
}
