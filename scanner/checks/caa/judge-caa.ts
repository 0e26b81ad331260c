import type { Finding } from '../../ports/finding.ts';
import type { CaaResult, CaaVerdict } from '../../protocols/caa/caa-result.ts';
import { hasUnknownCritical, knownTags } from '../../protocols/caa/decide-issuance.ts';
import { parseIssueValue, unmeetableParameters } from '../../protocols/caa/issue-value.ts';
import { type CaaProperty, isCritical } from '../../protocols/caa/parse-caa.ts';
import { warnInto } from '../warn-into.ts';

const reservedFlags = 0x7f;

/** Judges a domain's CAA records. `broken`: how many could not be read. */
export function judgeCaa(
  domain: string,
  result: CaaResult,
  properties: readonly CaaProperty[],
  broken: number,
): Finding[] {
  if (result.issuance.permits === 'undetermined') {
    return [
      {
        code: 'caa_unanswered',
        status: 'unknown',
        message: `CAA of ${result.climbed.at(-1)} could not be asked for; authorities would not issue now.`,
        rule: 'RFC 8659 section 3; CABF BR 3.2.2.8',
      },
    ];
  }
  if (result.foundAt === null) {
    return [
      {
        code: 'no_caa',
        status: 'warning',
        severity: 'low',
        message: `Any authority may issue certificates for ${domain}.`,
        rule: 'RFC 8659 section 3',
        advice: `Say which may, such as: ${domain} CAA 0 issue "letsencrypt.org".`,
      },
    ];
  }
  return [
    ...restriction(domain, result),
    ...(broken > 0 ? [brokenRecords(result.foundAt, broken)] : []),
    ...properties.flatMap((property) => judgeProperty(property)),
    ...criticals(properties),
    ...mixed(properties),
  ];
}

function restriction(domain: string, { foundAt, issuance, wildcardIssuance }: CaaResult): Finding[] {
  const rule = 'RFC 8659 section 4.2';
  if (issuance.permits === 'anyone') {
    const message = `The CAA records at ${foundAt} restrict nobody from issuing for ${domain} itself.`;
    const advice = 'Add an issue property.';
    return [{ code: 'caa_without_issue', status: 'warning', severity: 'low', message, rule, advice }];
  }
  const who = issuance.permits === 'nobody' ? 'nobody' : domainsOf(issuance);
  const wild = wildcardIssuance.permits === 'listed' ? domainsOf(wildcardIssuance) : wildcardIssuance.permits;
  const message = `CAA at ${foundAt} lets ${who} issue for ${domain}, and ${wild} for wildcards.`;
  return [{ code: 'caa_restricts', status: 'pass', message, rule }];
}

function domainsOf({ issuers }: CaaVerdict): string {
  return (issuers ?? []).map((issuer) => issuer.domain).join(', ');
}

function brokenRecords(name: string, count: number): Finding {
  return {
    code: 'caa_malformed_record',
    status: 'fail',
    severity: 'medium',
    message: `${count} CAA records at ${name} are broken.`,
    rule: 'RFC 8659 section 4.1',
    advice: 'Write them anew: flags, a tag of letters and digits, a value.',
  };
}

function judgeProperty(property: CaaProperty): Finding[] {
  const { tag, value, flags } = property;
  const evidence = `${flags} ${tag} "${value}"`.slice(0, 500);
  const findings: Finding[] = [];
  const warn = warnInto(findings, evidence);
  if ((flags & reservedFlags) !== 0) {
    warn(
      'caa_reserved_flags',
      `Flags ${flags} set bits that mean nothing; the critical flag is 128.`,
      'RFC 8659 section 4.1',
      'Write 0, or 128 for critical.',
      'low',
    );
  }
  if (tag.startsWith('issue') && knownTags.has(tag)) {
    const { wellFormed, issuer } = parseIssueValue(value);
    if (!wellFormed) {
      const message = `The value of ${tag} is malformed, and counts as naming nobody.`;
      warn(
        'caa_malformed_value',
        message,
        'RFC 8659 section 4.2',
        'Write "authority.example", with parameters behind a semicolon.',
      );
    }
    const unmeetable = issuer && unmeetableParameters(issuer);
    if (unmeetable !== undefined) {
      const message = `No request can meet the parameters of ${tag} for ${issuer?.domain}: ${unmeetable}.`;
      warn('caa_unmeetable_parameters', message, 'RFC 8657 section 3 and 4', 'Mend the parameters.');
    }
  }
  if (tag === 'iodef' && !/^(?:mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/i.test(value)) {
    const message = 'iodef names neither a mail address nor a web address.';
    warn('caa_bad_iodef', message, 'RFC 8659 section 4.4', 'Write "mailto:security@example.com".', 'low');
  }
  if (!knownTags.has(tag) && !isCritical(property)) {
    const message = `Authorities ignore the property ${tag}, which is not laid down.`;
    findings.push({
      code: 'caa_unknown_tag',
      status: 'info',
      message,
      rule: 'RFC 8659 section 4.1',
      evidence,
    });
  }
  return findings;
}

function criticals(properties: readonly CaaProperty[]): Finding[] {
  if (!hasUnknownCritical(properties)) return [];
  return [
    {
      code: 'caa_unknown_critical',
      status: 'fail',
      severity: 'high',
      message: 'A critical property is not known to authorities, so that none of them may issue.',
      rule: 'RFC 8659 section 4.1',
      advice: 'Correct the tag, or set the flags to 0.',
    },
  ];
}

/** `issue ";"` does nothing beside a property that names somebody. */
function mixed(properties: readonly CaaProperty[]): Finding[] {
  return ['issue', 'issuewild'].flatMap((tag): Finding[] => {
    const values = properties
      .filter((property) => property.tag === tag)
      .map(({ value }) => parseIssueValue(value));
    const nobody = values.some(({ issuer, wellFormed }) => wellFormed && issuer === undefined);
    if (!nobody || !values.some(({ issuer }) => issuer !== undefined)) return [];
    return [
      {
        code: 'caa_ineffective_denial',
        status: 'warning',
        severity: 'low',
        message: `${tag} names nobody once and somebody once; the first has no effect.`,
        rule: 'RFC 8659 section 4.2',
        advice: 'Keep one of them.',
      },
    ];
  });
}
