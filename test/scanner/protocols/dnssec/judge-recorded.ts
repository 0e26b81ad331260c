import { type LabKey, signerRecord } from '../../../../scanner/bench/lab/keys.ts';
import { failedAnswer } from '../../../../scanner/network/dns/message/answer-of.ts';
import type { DnsAnswer } from '../../../../scanner/ports/dns-answer.ts';
import type { Validation } from '../../../../scanner/ports/dns-validation.ts';
import { ChainOfTrust } from '../../../../scanner/protocols/dnssec/chain/chain-of-trust.ts';
import { readTrustAnchors } from '../../../../scanner/protocols/dnssec/chain/trust-anchor.ts';
import { validateAnswer } from '../../../../scanner/protocols/dnssec/validate-answer.ts';
import { recordTypeName, recordTypeNumber } from '../../../../shared/dns/record-types.ts';
import { readZoneFile } from '../../../../shared/zone-file/read-zone-file.ts';
import { recordedAnswer } from '../../../support/http/recorded-answer.ts';
import { resigned } from '../../../support/lab/resign.ts';

export interface Recorded {
  readonly responseCode?: number;
  /** Sections in zone file format. */
  readonly answer?: string;
  readonly authority?: string;
  readonly additional?: string;
}

export interface RecordedCase {
  /** As `www.example.com A`. */
  readonly question: string;
  readonly answer: Recorded;
  /** What other questions are answered with; those that are not there can't be had. */
  readonly known: Readonly<Record<string, Recorded>>;
  readonly anchors: readonly LabKey[];
  /** What other servers of the zone say. */
  readonly others?: Readonly<Record<string, Recorded>>;
}

/** The records with a signature of the key over each of their sets. */
export function signed(key: LabKey, text: string): string {
  return resigned(absoluteLines(text), key, () => true);
}

export function judgeRecorded(given: RecordedCase): Promise<Validation | undefined> {
  const chain = new ChainOfTrust({
    anchors: readTrustAnchors(given.anchors.map((key) => signerRecord(key)).join('\n')),
    clock: { now: () => Date.now() },
    lookUp: async (name, type) =>
      answerOf(given.known, name, type) ??
      failedAnswer({ name, type }, { failure: 'timeout', failureMessage: 'Nothing came.' }),
    async *otherAnswers({ question: { name, type } }) {
      const other = answerOf(given.others ?? {}, name, type);
      if (other !== undefined) yield other;
    },
  });
  const [name, type] = given.question.split(' ') as [string, string];
  return validateAnswer(read(given.answer, name, recordTypeNumber(type)!), chain);
}

function answerOf(
  from: Readonly<Record<string, Recorded>>,
  name: string,
  type: number,
): DnsAnswer | undefined {
  const recorded = from[`${name} ${recordTypeName(type)}`];
  return recorded && read(recorded, name, type);
}

function read(recorded: Recorded, name: string, type: number): DnsAnswer {
  const additional = readZoneFile(recorded.additional ?? '', { defaultTtl: 300 });
  return { ...recordedAnswer(name, type, recorded), additional };
}

function absoluteLines(text: string): string {
  return `$TTL 300\n${text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')}\n`;
}
