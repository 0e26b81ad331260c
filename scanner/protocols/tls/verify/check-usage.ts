import { type Certificate, isSelfIssued } from '../x509/certificate.ts';
import { keyUsages } from '../x509/extension-values.ts';
import { broken, irregular, type Judgement, type Role } from './judgement.ts';

/** A purpose states for which role a key is to be used. */
export type Purpose = 'server' | 'client';

const purposes = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;
const anyUsage = '2.5.29.37.0';
const { digitalSignature, keyEncipherment, keyAgreement, keyCertSign } = keyUsages;

/**
 * Checks basicConstraints, keyUsage and extendedKeyUsage of one certificate in its role. `named`: as a server of that
 * name.
 */
export function checkUsage(
  certificate: Certificate,
  role: Role,
  purpose: Purpose,
  named: boolean,
): Judgement[] {
  const own = role === 'server' ? checkServer(certificate) : checkAuthority(certificate, role);
  return [...own, ...checkExtendedUsage(certificate, role, purpose, named)];
}

function checkAuthority(certificate: Certificate, role: Role): Judgement[] {
  const { basicConstraints, keyUsage, nameConstraints } = certificate.extensions;
  const result: Judgement[] = [];
  const rule = 'RFC 5280 section 4.2.1.9';
  if (certificate.version !== 3 && role === 'root') return result;
  if (basicConstraints?.value?.isAuthority !== true) {
    const message = 'The certificate is no authority: basicConstraints do not say so.';
    result.push(broken('not_an_authority', message, `${rule}; section 6.1.4 (k)`, certificate));
  } else if (!basicConstraints.critical) {
    const message = 'basicConstraints of an authority are not critical.';
    result.push(irregular('bad_extension', message, rule, certificate));
  }
  if (keyUsage === undefined) {
    const message = 'keyUsage of an authority is missing.';
    result.push(irregular('missing_extension', message, 'RFC 5280 section 4.2.1.3', certificate));
  } else if (keyUsage.value?.has(keyCertSign) === false) {
    const message = 'The key is not for signing certificates.';
    result.push(broken('wrong_key_usage', message, 'RFC 5280 section 6.1.4 (n)', certificate));
  }
  if (nameConstraints !== undefined && !nameConstraints.critical) {
    const message = 'Name constraints are not critical.';
    result.push(irregular('bad_extension', message, 'RFC 5280 section 4.2.1.10', certificate));
  }
  if (certificate.subject.isEmpty) {
    const message = 'The authority has no name.';
    result.push(irregular('malformed', message, 'RFC 5280 section 4.1.2.6', certificate));
  }
  return result;
}

function checkServer(certificate: Certificate): Judgement[] {
  const { basicConstraints, keyUsage, nameConstraints } = certificate.extensions;
  const result: Judgement[] = [];
  const constraints = basicConstraints?.value;
  const rule = 'RFC 5280 section 4.2.1.9; CABF BR 7.1.2.7.6';
  if (constraints?.isAuthority) {
    const message = "A server's certificate says that it is an authority.";
    result.push(irregular('authority_as_server', message, rule, certificate));
  } else if (constraints?.pathLength !== undefined) {
    const message = 'There is a path length, though this is no authority.';
    result.push(irregular('bad_extension', message, rule, certificate));
  }
  const usage = keyUsage?.value;
  if (usage !== undefined) {
    if (![digitalSignature, keyEncipherment, keyAgreement].some((bit) => usage.has(bit))) {
      const message = 'The key is not for TLS by its usage.';
      result.push(
        broken('wrong_key_usage', message, 'RFC 5280 section 4.2.1.3; RFC 8446 section 4.4.2.2', certificate),
      );
    }
    if (usage.has(keyCertSign) && !constraints?.isAuthority) {
      const message = 'The key is for signing certificates, though this is no authority.';
      result.push(irregular('wrong_key_usage', message, 'RFC 5280 section 4.2.1.3', certificate));
    }
  }
  if (nameConstraints !== undefined) {
    const message = 'Name constraints stand in a certificate that is no authority.';
    result.push(irregular('bad_extension', message, 'RFC 5280 section 4.2.1.10', certificate));
  }
  return result;
}

function checkExtendedUsage(
  certificate: Certificate,
  role: Role,
  purpose: Purpose,
  named: boolean,
): Judgement[] {
  const { extendedKeyUsage } = certificate.extensions;
  const rule = 'RFC 5280 section 4.2.1.12; CABF BR 7.1.2.7.10';
  if (extendedKeyUsage === undefined) {
    if (role !== 'server' || !named) return [];
    const message = 'The extended key usage is missing.';
    return [irregular('missing_extension', message, rule, certificate)];
  }
  const usages = extendedKeyUsage.value;
  if (usages === undefined) return [];
  if (!permits(usages, purpose)) return [refused(certificate, purpose)];
  if (role !== 'server' || !named) return [];
  const result: Judgement[] = [];
  if (usages.includes(anyUsage)) {
    const message = 'The extended key usage allows anything.';
    result.push(irregular('wrong_extended_key_usage', message, rule, certificate));
  }
  if (extendedKeyUsage.critical) {
    const message = 'The extended key usage is critical.';
    result.push(irregular('bad_extension', message, 'CABF BR 7.1.2.7.6', certificate));
  }
  return result;
}

function permits(usages: readonly string[], purpose: Purpose): boolean {
  return usages.includes(purposes[purpose]) || usages.includes(anyUsage);
}

function refused(certificate: Certificate, purpose: Purpose): Judgement {
  const message = `The extended key usage does not allow a TLS ${purpose}.`;
  return broken('wrong_extended_key_usage', message, 'RFC 5280 section 4.2.1.12', certificate);
}

/** Checks the path lengths: authorities that issue to themselves do not count (RFC 5280 section 6.1.4 (l) and (m)). */
export function checkPathLengths(path: readonly Certificate[]): Judgement[] {
  const result: Judgement[] = [];
  let below = 0;
  for (const certificate of path.slice(1)) {
    const limit = certificate.extensions.basicConstraints?.value?.pathLength;
    if (limit !== undefined && below > limit) {
      const message = `At most ${limit} authorities may follow, and ${below} do.`;
      result.push(broken('path_length_exceeded', message, 'RFC 5280 section 6.1.4 (l)', certificate));
    }
    if (!isSelfIssued(certificate)) below++;
  }
  return result;
}
