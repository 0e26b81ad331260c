import type { Scanner } from '../../ports/scanner.ts';
import { resolveForMail } from '../../protocols/mail/resolve-for-mail.ts';
import { firstProblem, type SpfTreeNode, spfLookupTree } from '../../protocols/mail/spf/lookup-tree.ts';
import { isSpfRecord, parseSpfRecord } from '../../protocols/mail/spf/parse-record.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { PartBuilder } from '../part-builder.ts';
import { evaluateOthers, judgeOpenness, judgeOthers, shownOthers } from './evaluate-others.ts';
import { judgePolicy } from './judge-policy.ts';
import { judgeRecord } from './judge-record.ts';
import { judgeTree } from './judge-tree.ts';
import type { SpfResult } from './spf-result.ts';

/** The SPF scanner evaluates the SPF record of a domain and all that it leads to (RFC 7208). */
export const spfScanner: Scanner<SpfResult> = {
  id: 'spf',
  async scan(domain, ports) {
    const part = new PartBuilder('spf');
    const [texts, old, mx] = await Promise.all([
      askSoundRecords(domain, 'TXT', ports, 'spf'),
      askSoundRecords(domain, 'SPF', ports, 'spf'),
      askSoundRecords(domain, 'MX', ports, 'spf'),
    ]);
    part.asked(texts);
    if (texts.error !== undefined) {
      part.unknown(
        'unanswered',
        `The SPF record of ${domain} could not be looked up.`,
        'RFC 7208 section 4.4',
      );
      return part.done(
        result({ valid: null, records: null, details: 'The SPF record could not be looked up.' }),
      );
    }
    const all = texts.records.map(({ data }) => textOfRecord(data));
    const records = all.filter(isSpfRecord);
    if (old.records.length > 0)
      part.info(
        'spf_type_record',
        `${domain} has records of type SPF, which nobody looks at any more.`,
        'RFC 7208 section 3.1',
        { advice: 'Remove the records of type 99.' },
      );
    judgeStrangers(all, domain, part);
    if (records.length !== 1) return part.done(withoutOne(records, domain, part, isParked(mx)));

    const record = records[0]!;
    const parsed = parseSpfRecord(record);
    const resolve = resolveForMail(ports.dns, domain);
    const tree = await spfLookupTree(domain, resolve);
    judgeRecord(record, parsed, part);
    judgeTree(tree, part);
    judgePolicy(parsed, { domain, isParked: isParked(mx), takesNoMail: isNull(mx) }, part);
    const errors = firstProblem(tree);
    const holds = errors?.code === 'unanswered' ? null : errors === undefined && isWithinLimits(tree);
    const evaluated = holds === true ? await evaluateOthers(domain, resolve) : undefined;
    const valid = evaluated === undefined ? holds : judgeOthers(evaluated, tree, part);
    if (evaluated !== undefined) judgeOpenness(domain, evaluated, part);
    const { policy } = tree;
    return part.done(
      result({
        valid,
        record: record.slice(0, 8_192),
        records: [record.slice(0, 8_192)],
        policy,
        others: evaluated === undefined ? null : shownOthers(evaluated),
        lookups: tree.lookups,
        voidLookups: tree.voidLookups,
        tree,
        details: details(valid, tree, policy),
      }),
    );
  },
};

function withoutOne(
  records: readonly string[],
  domain: string,
  part: PartBuilder,
  parked: boolean,
): SpfResult {
  if (records.length === 0) {
    part.fail(
      parked ? 'medium' : 'high',
      'no_record',
      `${domain} has no SPF record: receivers can't tell who may send mail in its name.`,
      'RFC 7208 section 3',
      {
        advice: parked
          ? 'Publish "v=spf1 -all", since the domain takes no mail.'
          : 'Publish a TXT record that names the hosts that send and ends in -all; "v=spf1 -all" where none do.',
      },
    );
    return result({ valid: false, details: 'There is no SPF record.' });
  }
  part.fail(
    'high',
    'several_records',
    `${domain} has ${records.length} SPF records: receivers end with permerror.`,
    'RFC 7208 section 4.5',
    { advice: 'Merge them into one record.', evidence: records.slice(0, 5).join(' | ').slice(0, 1_000) },
  );
  return result({
    valid: false,
    records: records.slice(0, 10).map((record) => record.slice(0, 1_000)),
    details: `There are ${records.length} SPF records, where one is allowed.`,
  });
}

/** Records that seem to be meant as SPF and are not. */
function judgeStrangers(texts: readonly string[], domain: string, part: PartBuilder): void {
  const meant = texts.find((text) => !isSpfRecord(text) && /^["'\s]*(?:v\s*=\s*)?spf/i.test(text));
  if (meant === undefined) return;
  part.warning(
    'medium',
    'looks_like_spf',
    `${domain} has a TXT record that looks like SPF and does not begin with "v=spf1 ".`,
    'RFC 7208 section 4.5',
    { advice: 'Begin it with v=spf1 and a space, or remove it.', evidence: meant.slice(0, 200) },
  );
}

function result(parts: Partial<SpfResult> & Pick<SpfResult, 'valid' | 'details'>): SpfResult {
  return {
    record: null,
    records: [],
    policy: null,
    others: null,
    lookups: null,
    voidLookups: null,
    tree: null,
    ...parts,
  };
}

function isWithinLimits(tree: SpfTreeNode): boolean {
  return tree.lookups <= 10 && tree.voidLookups <= 2;
}

type Asked = Awaited<ReturnType<typeof askSoundRecords>>;

function isNull({ records }: Asked): boolean {
  return records.length === 1 && /^\d+ \.$/.test(records[0]!.text);
}

/** Whether the domain says that it takes no mail, or has no mail exchanger at all. */
function isParked(mx: Asked): boolean {
  return mx.error === undefined && (mx.records.length === 0 || isNull(mx));
}

function details(valid: boolean | null, tree: SpfTreeNode, policy: SpfResult['policy']): string {
  const cost = `${tree.lookups} of 10 lookups, ${tree.voidLookups} of 2 void`;
  if (valid === true) return `The record is sound (${cost}); other hosts: ${policy ?? 'unknown'}.`;
  const problem = firstProblem(tree);
  if (problem !== undefined) return problem.message;
  return `Receivers end with permerror: ${cost}.`;
}
