import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { LanguageModel } from '../../dga/language-model.ts';
import type { NameFacts } from '../../names/name-facts.ts';
import { isNodeTree } from '../../names/node-tree.ts';
import { isServiceName } from '../../names/payload.ts';
import { isReversedAddress } from '../../names/reversed-address.ts';
import type { RowDetector } from '../../row-detector.ts';
import { sectionNumbers } from '../../rows/read-records.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { textHash } from '../../state/text-hash.ts';
import { isCarrier } from './carrier-types.ts';

/** Pairs of client and domain that are followed, at most twice as many. */
const followed = 5_000;
const kept = 64;
const samples = 5;
/** The share of answers that must differ from all others: lists and policies repeat themselves. */
const differentShare = 0.9;
const mostClients = 4;
/** Records that say what they are: keys and policies of mail (`v=DKIM1`, `v=spf1`) and tokens of ownership. */
const declared = /^"?(?:v=|k=rsa|[a-z0-9-]+-verification=)/i;

interface Download {
  readonly name: number;
  readonly answer: number;
  readonly at: number;
  readonly octets: number;
  readonly bits: number;
  readonly text: string;
}

/**
 * Detects data carried down in answers, whatever the names look like: a counter or words in front of one domain, asked
 * for with types that carry data, each time with another encoded answer. Programs are fetched that way, and tunnels
 * speak so.
 */
export function createTunnelAnswersDetector(language: LanguageModel): RowDetector {
  const tracks = new RecentMap<string, Download[]>(followed);
  const clients = new RecentMap<string, Set<string>>(followed);
  return {
    name: 'dns_tunnel_answers',
    tables: [tracks, clients],
    needs: rowTraits.special,
    observe: (row, { tunnelAnswers }, report) => {
      if (row.answerCount === 0 || !isCarrier(row.queryType) || row.nameService !== nameServices.dns) return;
      const facts = row.name;
      if (!mayCarry(facts)) return;
      const carried = carriedBy(row, facts, language);
      if (carried === undefined || isNodeTree(row)) return;
      const downloads = tracks.getOrCreate(
        `${row.locationId} ${row.clientAddress} ${facts.registrable}`,
        () => [],
      );
      const name = textHash(facts.subdomain);
      if (downloads.some((download) => download.name === name)) return;
      const at = row.observedSeconds;
      downloads.push({ name, at, text: facts.text, ...carried });
      if (downloads.length > kept) downloads.shift();
      const { windowSeconds, names, meanOctets, longSeconds, longNames, longOctets, encodedBits } =
        tunnelAnswers;
      const many = encodedOf(downloads, at - windowSeconds, { names, meanOctets, encodedBits });
      const found =
        many ??
        encodedOf(downloads, at - longSeconds, { names: longNames, meanOctets: longOctets, encodedBits });
      if (found === undefined) return;
      const { recent, octets, bits, different } = found;
      const askers = clients.getOrCreate(`${row.locationId} ${facts.registrable}`, () => new Set());
      if (askers.size < 64) askers.add(row.clientAddress);
      report.add(row, {
        type: 'dns_tunnel',
        severity: askers.size > mostClients ? 'info' : many === undefined ? 'medium' : 'high',
        subject: facts.registrable!,
        technique: 'T1071.004',
        message:
          `${row.clientAddress} was sent ${octets} encoded octets in the answers for ${recent.length} different names ` +
          `below ${facts.registrable} within ${many === undefined ? longSeconds : windowSeconds} seconds`,
        evidence: {
          method: 'different encoded answers of types that carry data, per client and registrable domain',
          unique_names: recent.length,
          different_answers: different,
          answer_octets: octets,
          bits_per_character: Number((bits / octets).toFixed(2)),
          clients_alike: askers.size,
          from: new Date(recent[0]!.at * 1_000).toISOString(),
          to: new Date(at * 1_000).toISOString(),
          sample_names: recent.slice(-samples).map(({ text }) => text),
          thresholds: { ...tunnelAnswers },
        },
      });
    },
  };
}

interface Encoded {
  readonly recent: readonly Download[];
  readonly octets: number;
  readonly bits: number;
  readonly different: number;
}

/** Gives the downloads since a time, if there are that many, that long, encoded and different; else undefined. */
function encodedOf(
  downloads: readonly Download[],
  since: number,
  limits: { readonly names: number; readonly meanOctets: number; readonly encodedBits: number },
): Encoded | undefined {
  if (downloads.length < limits.names) return undefined;
  const recent = downloads.filter(({ at }) => at > since);
  const octets = recent.reduce((sum, download) => sum + download.octets, 0);
  const bits = recent.reduce((sum, download) => sum + download.bits, 0);
  const different = new Set(recent.map(({ answer }) => answer)).size;
  if (recent.length < limits.names || octets < recent.length * limits.meanOctets) return undefined;
  if (bits < octets * limits.encodedBits || different < recent.length * differentShare) return undefined;
  return { recent, octets, bits, different };
}

function mayCarry({ class: kind, registrable, subdomain }: NameFacts): boolean {
  if (registrable === undefined || subdomain === '' || kind !== 'ordinary') return false;
  return !isServiceName(subdomain) && !isReversedAddress(subdomain);
}

/** The data of the first answer of the type asked for, without what repeats the name; undefined if it declares itself. */
function carriedBy(
  row: BatchRows,
  { registrable }: NameFacts,
  language: LanguageModel,
): { answer: number; octets: number; bits: number } | undefined {
  let data: string | undefined;
  row.records(({ section, type, dataStart, dataEnd }) => {
    if (section === sectionNumbers.answer && type === row.queryType) data ??= row.text(dataStart, dataEnd);
  });
  if (data === undefined || declared.test(data)) return undefined;
  const text = data.toLowerCase().replaceAll(`${registrable}.`, '').replaceAll(/["\s]/g, '');
  const binary = text.match(/\\\d{3}/g)?.length ?? 0;
  const plain = binary === 0 ? text : text.replaceAll(/\\\d{3}/g, '');
  return { answer: textHash(data), octets: binary + plain.length, bits: binary * 8 + language.bits(plain) };
}
