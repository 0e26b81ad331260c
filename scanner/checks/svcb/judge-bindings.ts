import { isDohTemplate } from '@sonde/shared/service-binding/doh-template.ts';
import type { ServiceBinding } from '@sonde/shared/service-binding/service-binding.ts';
import type { Finding } from '../../ports/finding.ts';
import { readEchConfigs } from '../../protocols/service-binding/ech-configs.ts';
import { warnInto } from '../warn-into.ts';
import type { ReadBinding } from './binding-entry.ts';
import type { FollowedBindings } from './follow-aliases.ts';
import type { ServiceBindingEntry } from './svcb-result.ts';

/** Judges the records themselves, and their targets. */
export function judgeBindings(owner: string, followed: FollowedBindings, type: 'SVCB' | 'HTTPS'): Finding[] {
  return [
    ...followed.bindings.flatMap(judgeOne),
    ...judgeSets(followed.bindings, type),
    ...judgeEnd(owner, followed, type),
  ];
}

function judgeOne({ entry, binding, error }: ReadBinding): Finding[] {
  const evidence = `${entry.owner} ${entry.text}`.slice(0, 500);
  if (error !== undefined) {
    return [
      {
        code: `malformed_${error.fault}`,
        status: 'fail',
        severity: 'high',
        message: `A service binding at ${entry.owner} is malformed, and clients reject all of them there: ${error.message}`,
        rule: error.rule,
        advice: 'Write the record anew with a name server that checks it.',
        evidence,
      },
    ];
  }
  if (binding === undefined) return [];
  return entry.priority === 0
    ? judgeAlias(entry, binding.parameters.length, evidence)
    : [...judgeService(entry, evidence), ...judgeReserved(entry, binding, evidence)];
}

const invalidKey = 65_535;

/** Clients ignore it as they do every key that they don't know. */
function judgeReserved({ owner }: ServiceBindingEntry, binding: ServiceBinding, evidence: string): Finding[] {
  if (!binding.parameters.some(({ key }) => key === invalidKey)) return [];
  return [
    {
      code: 'reserved_key',
      status: 'warning',
      severity: 'low',
      message: `${owner} has the key 65535, which will never mean anything.`,
      rule: 'RFC 9460 section 14.3.2',
      advice: 'Take the parameter away.',
      evidence,
    },
  ];
}

function judgeAlias(entry: ServiceBindingEntry, parameters: number, evidence: string): Finding[] {
  if (parameters === 0) return [];
  return [
    {
      code: 'alias_with_parameters',
      status: 'warning',
      severity: 'low',
      message: `The alias at ${entry.owner} has parameters, which clients ignore.`,
      rule: 'RFC 9460 section 2.4.2',
      advice: 'Take the parameters away, or make it a service with a priority above 0.',
      evidence,
    },
  ];
}

function judgeService(entry: ServiceBindingEntry, evidence: string): Finding[] {
  const findings: Finding[] = [];
  const warn = warnInto(findings, evidence);
  if (!entry.usable) {
    warn(
      'unknown_mandatory_key',
      `${entry.owner} demands a key that is not known: ${entry.mandatory.join(', ')}.`,
      'RFC 9460 section 8',
      'Make sure that a record without it is there for other clients.',
    );
  }
  if (entry.mandatory.some((key) => key === 'alpn' || key === 'port' || key === 'no-default-alpn')) {
    findings.push({
      code: 'superfluous_mandatory',
      status: 'info',
      message: `${entry.owner} lists a key as mandatory that every client honours anyway, or that HTTPS makes so.`,
      rule: 'RFC 9460 section 8 and 9',
      evidence,
    });
  }
  if (entry.ech !== null) {
    const configs = readEchConfigs(Buffer.from(entry.ech, 'base64'));
    const rule = 'RFC 9848 section 3; RFC 9849 section 4';
    if (configs === undefined) {
      warn(
        'broken_ech',
        `The ECH configuration of ${entry.owner} is broken.`,
        rule,
        'Publish the list that the server prints.',
      );
    } else if (!configs.some(({ isKnown }) => isKnown)) {
      warn(
        'outdated_ech',
        `ECH at ${entry.owner} is of a version that clients don't use.`,
        rule,
        'Publish one of version 0xfe0d.',
      );
    }
  }
  if (entry.dohpath !== null && !isDohTemplate(entry.dohpath)) {
    warn(
      'bad_dohpath',
      `dohpath of ${entry.owner} is no relative URI template with the variable dns.`,
      'RFC 9461 section 5',
      'Write it as /dns-query{?dns}.',
    );
  }
  return findings;
}

function judgeSets(bindings: readonly ReadBinding[], type: string): Finding[] {
  const byOwner = Map.groupBy(bindings, ({ entry }) => entry.owner);
  return [...byOwner].flatMap(([owner, set]) => {
    const findings: Finding[] = [];
    const aliases = set.filter(({ binding }) => binding?.priority === 0).length;
    if (aliases > 0 && aliases < set.length) {
      findings.push({
        code: 'alias_beside_services',
        status: 'warning',
        severity: 'medium',
        message: `${type} at ${owner} has an alias beside services; clients ignore the services.`,
        rule: 'RFC 9460 section 2.4.1',
        advice: 'Keep either the alias or the services.',
      });
    }
    if (aliases > 1) {
      findings.push({
        code: 'several_aliases',
        status: 'warning',
        severity: 'low',
        message: `${type} at ${owner} has ${aliases} aliases; clients pick one of them.`,
        rule: 'RFC 9460 section 2.4.2',
        advice: 'Keep one alias.',
      });
    }
    return findings;
  });
}

function judgeEnd(owner: string, { end, chain }: FollowedBindings, type: string): Finding[] {
  const evidence = chain.join(' -> ');
  if (end === 'loop' || end === 'too_long') {
    return [
      {
        code: end === 'loop' ? 'alias_loop' : 'alias_chain_too_long',
        status: 'fail',
        severity: 'high',
        message:
          end === 'loop'
            ? `The aliases of ${owner} lead in a circle.`
            : `The aliases of ${owner} lead over more names than clients follow.`,
        rule: 'RFC 9460 section 3',
        advice: 'Let the alias name the host that has the service records.',
        evidence,
      },
    ];
  }
  if (end === 'no_service') {
    return [
      {
        code: 'service_not_available',
        status: type === 'HTTPS' ? 'warning' : 'info',
        ...(type === 'HTTPS' ? { severity: 'medium' as const } : {}),
        message: `The alias of ${owner} says that the service is not there.`,
        rule: 'RFC 9460 section 2.5.1',
        evidence,
      },
    ];
  }
  return [];
}
