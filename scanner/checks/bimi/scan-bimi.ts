import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { backsIndicator } from '../../protocols/mail/bimi/backs-indicator.ts';
import { readEvidence } from '../../protocols/mail/bimi/judge-evidence.ts';
import { logoProblems } from '../../protocols/mail/bimi/judge-logo.ts';
import { isBimiRecord, parseBimiRecord } from '../../protocols/mail/bimi/parse-record.ts';
import { discoverPolicy } from '../../protocols/mail/dmarc/discover-policy.ts';
import { resolveForMail } from '../../protocols/mail/resolve-for-mail.ts';
import { textOfRecord } from '../../protocols/mail/text-of-record.ts';
import { askSoundRecords } from '../ask-sound-records.ts';
import { PartBuilder } from '../part-builder.ts';
import type { BimiResult } from './bimi-result.ts';
import { fetchText } from './fetch-text.ts';

const draft = 'draft-brand-indicators-for-message-identification';

/**
 * The BIMI scanner checks a domain's brand indicator: the record, the files that it names, and whether DMARC backs it.
 */
export const bimiScanner: Scanner<BimiResult> = {
  id: 'bimi',
  async scan(domain, ports) {
    const part = new PartBuilder('bimi');
    const own = await findRecord(domain, ports, part);
    if (own === null)
      return part.done(result({ valid: null, details: 'The record could not be looked up.' }));
    const discovery = await discoverPolicy(domain, resolveForMail(ports.dns, domain));
    const { organizationalDomain = domain } = discovery;
    const found =
      own ??
      (organizationalDomain === domain ? undefined : await findRecord(organizationalDomain, ports, part));
    if (found === null || found === undefined) {
      if (found === undefined)
        part.info('no_record', `${domain} has no brand indicator.`, `${draft} section 4.2`);
      return part.done(
        result({
          valid: found === null ? null : false,
          details: found === null ? 'The record could not be looked up.' : 'There is no BIMI record.',
        }),
      );
    }
    const record = parseBimiRecord(found.text);
    const base = { record: found.text.slice(0, 2_000), recordDomain: found.domain, declined: false };
    for (const problem of record.problems.slice(0, 10))
      part.fail('medium', 'bad_record', problem, `${draft} section 4.2`, { advice: 'Correct the record.' });
    if (record.problems.length > 0)
      return part.done(result({ ...base, valid: false, details: record.problems[0]! }));
    if (record.declined) {
      part.info('declined', `${domain} declines to have an indicator.`, `${draft} section 4.2.1`);
      return part.done(result({ ...base, valid: true, declined: true, details: 'The domain declines.' }));
    }
    const dmarcEnforced = backsIndicator(discovery);
    if (dmarcEnforced === false)
      part.fail(
        'medium',
        'dmarc_not_enforced',
        'Receivers show no indicator without a DMARC policy of quarantine or reject for all mail, that of subdomains included.',
        `${draft} section 7.1`,
        {
          advice: 'Tighten the DMARC policy first.',
        },
      );
    const [logo, certificate] = await Promise.all([
      lookAtLogo(record.location, ports, part),
      record.authority === ''
        ? null
        : lookAtCertificate(record.authority, [domain, found.domain], ports, part),
    ]);
    if (certificate === null)
      part.info(
        'no_evidence',
        'There is no mark certificate: many receivers show no indicator without one.',
        `${draft} section 4.2`,
      );
    const parts = [logo.sound, certificate === null ? true : certificate.sound, dmarcEnforced];
    const valid = parts.includes(false) ? false : parts.includes(null) ? null : true;
    if (valid === true) part.pass('indicator', `${domain} has a brand indicator.`, `${draft} section 4`);
    const details = valid === true ? 'The indicator is sound.' : 'The indicator is not shown, or may not be.';
    return part.done(result({ ...base, valid, logo, certificate, dmarcEnforced, details }));
  },
};

async function findRecord(
  domain: string,
  ports: ScanPorts,
  part: PartBuilder,
): Promise<{ domain: string; text: string } | undefined | null> {
  const name = `default._bimi.${domain}`;
  const answer = await askSoundRecords(name, 'TXT', ports, 'bimi');
  part.asked(answer);
  if (answer.error !== undefined) {
    part.unknown('unanswered', `The record at ${name} could not be looked up.`, `${draft} section 7.2`);
    return null;
  }
  const records = answer.records.map(({ data }) => textOfRecord(data)).filter(isBimiRecord);
  if (records.length > 1)
    part.fail(
      'medium',
      'several_records',
      `${name} has ${records.length} records, which mean none.`,
      `${draft} section 7.2`,
      {
        advice: 'Leave one.',
      },
    );
  return records.length === 1 ? { domain, text: records[0]! } : undefined;
}

async function lookAtLogo(
  url: string,
  ports: ScanPorts,
  part: PartBuilder,
): Promise<NonNullable<BimiResult['logo']>> {
  const fetched = await fetchText(url, ports);
  if ('message' in fetched) {
    part.error(fetched.code, fetched.message);
    part.unknown('no_logo', `The logo could not be fetched: ${fetched.message}`, `${draft} section 7.5`);
    return { url: url.slice(0, 500), sound: null, bytes: null };
  }
  const problems = logoProblems(fetched.text);
  for (const problem of problems)
    part.fail('medium', 'bad_logo', `The logo: ${problem}`, 'draft-svg-tiny-ps-abrotman section 2', {
      advice: 'Export it as SVG Tiny PS.',
    });
  return { url: url.slice(0, 500), sound: problems.length === 0, bytes: Buffer.byteLength(fetched.text) };
}

async function lookAtCertificate(
  url: string,
  domains: readonly string[],
  ports: ScanPorts,
  part: PartBuilder,
): Promise<NonNullable<BimiResult['certificate']>> {
  const fetched = await fetchText(url, ports);
  if ('message' in fetched) {
    part.error(fetched.code, fetched.message);
    part.unknown(
      'no_certificate',
      `The mark certificate could not be fetched: ${fetched.message}`,
      `${draft} section 7.6`,
    );
    return { url: url.slice(0, 500), sound: null, bytes: null, subject: null, notAfter: null };
  }
  const { subject, notAfter, problems } = readEvidence(fetched.text, domains, ports.clock.now());
  for (const problem of problems)
    part.fail('medium', 'bad_certificate', `The mark certificate: ${problem}`, `${draft} section 7.6`, {
      advice: 'Have it issued anew.',
    });
  const bytes = Buffer.byteLength(fetched.text);
  return { url: url.slice(0, 500), sound: problems.length === 0, bytes, subject, notAfter };
}

function result(parts: Partial<BimiResult> & Pick<BimiResult, 'valid' | 'details'>): BimiResult {
  return {
    record: null,
    recordDomain: null,
    declined: null,
    logo: null,
    certificate: null,
    dmarcEnforced: null,
    ...parts,
  };
}
