import type { Certificate } from '../x509/certificate.ts';
import { checkFields } from './check-fields.ts';
import { checkKey, checkSignatureAlgorithm } from './check-keys.ts';
import { checkNameConstraints } from './check-name-constraints.ts';
import { checkNames } from './check-names.ts';
import { checkPolicies } from './check-policies.ts';
import { checkTlsFeatures } from './check-tls-features.ts';
import { checkPathLengths, checkUsage, type Purpose } from './check-usage.ts';
import { broken, type Judgement, type Role } from './judgement.ts';
import type { ReferenceName } from './match-name.ts';

export interface PathRules {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly purpose: Purpose;
  /** Undefined to validate the path alone, without what is demanded of servers' certificates. */
  readonly reference: ReferenceName | undefined;
}

/** Checks one certificate in its role, apart from the others of the path. */
export function checkCertificate(certificate: Certificate, role: Role, rules: PathRules): Judgement[] {
  return [
    ...checkValidity(certificate, rules.at),
    ...checkFields(certificate, role),
    ...checkKey(certificate),
    // Nobody relies on the signature of a root.
    ...(role === 'root' ? [] : checkSignatureAlgorithm(certificate)),
    ...checkUsage(certificate, role, rules.purpose, rules.reference !== undefined),
    ...(role === 'server' && rules.reference !== undefined ? checkNames(certificate, rules.reference) : []),
  ];
}

/** Checks a path as a whole: from the server's certificate to the root. */
export function checkTogether(path: readonly Certificate[]): Judgement[] {
  return [
    ...checkPathLengths(path),
    ...checkNameConstraints(path),
    ...checkPolicies(path),
    ...checkTlsFeatures(path),
  ];
}

function checkValidity(certificate: Certificate, at: number): Judgement[] {
  const rule = 'RFC 5280 section 6.1.3 (a) (2)';
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (at > certificate.notAfter.at) {
    const message = `The certificate ran out on ${day(certificate.notAfter.at)}.`;
    return [broken('expired', message, rule, certificate)];
  }
  if (at < certificate.notBefore.at) {
    const message = `The certificate is good only from ${day(certificate.notBefore.at)} on.`;
    return [broken('not_yet_valid', message, rule, certificate)];
  }
  return [];
}
