import type { Scanner } from '../../ports/scanner.ts';
import {
  type MtaStsPolicy,
  parseMtaStsPolicy,
  patternCovers,
} from '../../protocols/mail/mta-sts/parse-policy.ts';
import { isMtaStsRecord, parseMtaStsRecord } from '../../protocols/mail/mta-sts/parse-record.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import type { AskedRecords } from '../ask-records.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { findExchangers } from '../mx/find-exchangers.ts';
import { PartBuilder } from '../part-builder.ts';
import { fetchPolicy } from './fetch-policy.ts';
import { judgePolicy } from './judge-policy.ts';
import type { MtaStsResult } from './mta-sts-result.ts';

const recordRule = 'RFC 8461 section 3.1';
const policyRule = 'RFC 8461 section 3.3';

/**
 * The MTA-STS scanner checks the MTA-STS of a domain: its record, its policy, and whether that covers its mail
 * exchangers (RFC 8461).
 */
export const mtaStsScanner: Scanner<MtaStsResult> = {
  id: 'mta-sts',
  async scan(domain, ports) {
    const part = new PartBuilder('mta-sts');
    const [answer, mx] = await Promise.all([
      askSoundRecords(`_mta-sts.${domain}`, 'TXT', ports, 'mta-sts'),
      findExchangers(domain, ports, 'mta-sts'),
    ]);
    part.asked(answer, mx.answer);
    const record = readRecord(domain, answer, part);
    if (record === null)
      return part.done(result({ enabled: null, valid: null, details: 'The record could not be looked up.' }));
    if (record === undefined)
      return part.done(result({ valid: false, details: 'There is no MTA-STS record.' }));

    const fetched = await fetchPolicy(domain, ports);
    // Without MX records mail goes to the domain itself.
    const hosts =
      mx.hosts.length === 0 ? [domain] : mx.hosts.map(({ host }) => host).filter((host) => host !== '.');
    if ('code' in fetched) {
      part.error(fetched.code, fetched.message);
      tellFailure(fetched, part);
      const measured =
        fetched.code === 'untrusted' ||
        fetched.code === 'redirect' ||
        fetched.code === 'bad_status' ||
        fetched.code === 'too_large';
      return part.done(
        result({
          ...record,
          enabled: measured ? false : null,
          valid: measured ? false : null,
          details: `The policy could not be fetched: ${fetched.message}`,
        }),
      );
    }
    const isPlain = fetched.mediaType === 'text/plain';
    if (!isPlain)
      part.fail(
        'medium',
        'media_type',
        `The policy is served as ${fetched.mediaType?.slice(0, 60) ?? 'no type'}; senders should take text/plain only.`,
        'RFC 8461 section 3.2',
        {
          advice: 'Serve it as text/plain.',
        },
      );
    const policy = parseMtaStsPolicy(fetched.text);
    const exchangers =
      mx.answer.error !== undefined
        ? null
        : hosts.slice(0, 50).map((host) => ({
            host,
            covered: policy.patterns.some((pattern) => patternCovers(pattern, host)),
          }));
    judgePolicy(domain, policy, exchangers, part);
    const sound = record.id !== null && policy.problems.length === 0 && policy.mode !== 'none';
    const covered = exchangers === null ? null : exchangers.every((one) => one.covered);
    return part.done(
      result({
        ...record,
        enabled: sound,
        valid: sound && isPlain ? covered : false,
        policy: fetched.text.slice(0, 65_536),
        mode: policy.mode,
        maxAge: policy.maxAge,
        patterns: policy.patterns.slice(0, 200),
        exchangers,
        details: details(policy, sound, covered, isPlain),
      }),
    );
  },
};

/** Null if it could not be looked up, undefined if there is none that counts. */
function readRecord(
  domain: string,
  answer: AskedRecords,
  part: PartBuilder,
): { record: string; id: string | null } | null | undefined {
  const name = `_mta-sts.${domain}`;
  if (answer.error !== undefined) {
    part.unknown('unanswered', `The record at ${name} could not be looked up.`, recordRule);
    return null;
  }
  const records = answer.records.map(({ data }) => textOfRecord(data)).filter(isMtaStsRecord);
  const [text] = records;
  if (text === undefined) {
    part.info(
      'no_record',
      `${domain} has no MTA-STS: senders may be led to deliver in the clear.`,
      recordRule,
      {
        advice: `Serve a policy at mta-sts.${domain}, and publish "v=STSv1; id=..." at ${name}.`,
      },
    );
    return undefined;
  }
  if (records.length > 1) {
    part.fail(
      'medium',
      'several_records',
      `${name} has ${records.length} records, which senders take for none.`,
      recordRule,
      {
        advice: 'Leave one.',
      },
    );
    return undefined;
  }
  const read = parseMtaStsRecord(text);
  if ('problem' in read)
    part.fail('medium', 'bad_record', `The record at ${name}: ${read.problem}`, recordRule, {
      advice: 'Publish "v=STSv1; id=" with up to 32 letters and digits.',
      evidence: text.slice(0, 300),
    });
  return { record: text.slice(0, 2_000), id: 'id' in read ? read.id : null };
}

function tellFailure({ code, message }: { code: string; message: string }, part: PartBuilder): void {
  const advice = 'Serve the policy itself over HTTPS with a certificate that verifies for the host.';
  if (code === 'untrusted')
    part.fail(
      'high',
      'untrusted_certificate',
      `The policy host's certificate does not verify: ${message}`,
      policyRule,
      { advice },
    );
  else if (code === 'redirect') part.fail('high', 'redirect', message, policyRule, { advice });
  else if (code === 'bad_status') part.fail('high', 'bad_status', message, policyRule, { advice });
  else if (code === 'too_large')
    part.fail('medium', 'too_large', 'The policy has more than 64 KiB.', 'RFC 8461 section 3.2', {
      advice: 'Shorten it.',
    });
  else part.unknown('no_policy', `The policy could not be fetched: ${message}`, policyRule);
}

function details(policy: MtaStsPolicy, sound: boolean, covered: boolean | null, isPlain: boolean): string {
  if (policy.mode === 'none' && policy.problems.length === 0) return 'The policy switches MTA-STS off.';
  if (!sound) return `The policy is not sound: ${policy.problems[0] ?? 'its record is not.'}`;
  const coverage =
    covered === null
      ? ''
      : covered
        ? ', every mail exchanger is covered'
        : ', not every mail exchanger is covered';
  const type = isPlain ? '' : ', not served as text/plain';
  return `Mode ${policy.mode}, ${policy.maxAge} seconds${coverage}${type}.`;
}

function result(parts: Partial<MtaStsResult> & Pick<MtaStsResult, 'valid' | 'details'>): MtaStsResult {
  return {
    enabled: false,
    record: null,
    id: null,
    policy: null,
    mode: null,
    maxAge: null,
    patterns: null,
    exchangers: null,
    ...parts,
  };
}
