import type { Certificate } from '../x509/certificate.ts';
import { extensionFaults } from '../x509/extensions.ts';
import { broken, irregular, type Judgement, type Role } from './judgement.ts';

/** Extensions that are known, and say nothing that bears on the path: issuerAltName, cRLDistributionPoints. */
const withoutEffect = new Set(['2.5.29.18', '2.5.29.31']);
/** Extensions that clients may ignore when they are broken. */
const informative =
  /^(?:timestamps|accessDescriptions|tlsFeatures|subjectKeyIdentifier|authorityKeyIdentifier):/;

/** Checks the fields of a certificate by themselves: version, serial number, dates, and extensions as such. */
export function checkFields(certificate: Certificate, role: Role): Judgement[] {
  return [
    ...checkBasics(certificate),
    ...checkExtensionList(certificate),
    ...checkIdentifiers(certificate, role),
  ];
}

function checkBasics(certificate: Certificate): Judgement[] {
  const result: Judgement[] = [];
  const { version, extensions, serialNumber, notBefore, notAfter } = certificate;
  if (version !== 3) {
    const rule = 'RFC 5280 section 4.1.2.1; CABF BR 7.1.1';
    if (extensions.all.length > 0) {
      result.push(
        broken('bad_version', `Extensions stand in a certificate of version ${version}.`, rule, certificate),
      );
    } else
      result.push(irregular('bad_version', `The certificate is of version ${version}.`, rule, certificate));
  }
  if (serialNumber[0]! >= 0x80 || serialNumber.every((octet) => octet === 0) || serialNumber.length > 20) {
    result.push(
      irregular(
        'bad_serial_number',
        'The serial number must be positive and have at most 20 octets.',
        'RFC 5280 section 4.1.2.2',
        certificate,
      ),
    );
  }
  if (!notBefore.rightForm || !notAfter.rightForm) {
    result.push(
      irregular(
        'bad_validity',
        'A date until 2049 is written as GeneralizedTime.',
        'RFC 5280 section 4.1.2.5',
        certificate,
      ),
    );
  }
  if (notAfter.at < notBefore.at) {
    result.push(
      broken(
        'bad_validity',
        'The certificate ends before it begins.',
        'RFC 5280 section 4.1.2.5',
        certificate,
      ),
    );
  }
  if (certificate.hasUniqueIds) {
    result.push(
      irregular('malformed', 'Unique identifiers must not be used.', 'RFC 5280 section 4.1.2.8', certificate),
    );
  }
  if (certificate.issuer.isEmpty) {
    result.push(irregular('malformed', 'The issuer has no name.', 'RFC 5280 section 4.1.2.4', certificate));
  }
  return result;
}

function checkExtensionList(certificate: Certificate): Judgement[] {
  const { extensions } = certificate;
  const result = extensions.unknown
    .filter(({ oid, critical }) => critical && !withoutEffect.has(oid))
    .map(({ oid }) =>
      broken(
        'unknown_critical_extension',
        `The critical extension ${oid} is not known.`,
        'RFC 5280 section 4.2',
        certificate,
      ),
    );
  for (const oid of extensions.duplicates) {
    const message = `The extension ${oid} is there twice.`;
    result.push(broken('duplicate_extension', message, 'RFC 5280 section 4.2', certificate));
  }
  for (const fault of extensionFaults(extensions)) {
    const judge = informative.test(fault) ? irregular : broken;
    result.push(
      judge('bad_extension', `An extension is broken, ${fault}`, 'RFC 5280 section 4.2.1', certificate),
    );
  }
  for (const name of ['policyConstraints', 'inhibitAnyPolicy'] as const) {
    if (extensions[name]?.critical !== false) continue;
    const message = `${name} is not critical.`;
    result.push(irregular('bad_extension', message, 'RFC 5280 section 4.2.1.11 and 4.2.1.14', certificate));
  }
  if (extensions.spelledDefaults) {
    const message = 'An extension spells out that it is not critical.';
    result.push(irregular('malformed', message, 'RFC 5280 section 4.1 (DER)', certificate));
  }
  if (extensions.poison !== undefined) {
    const message = 'This is a precertificate, which is for logs alone.';
    result.push(broken('unknown_critical_extension', message, 'RFC 6962 section 3.1', certificate));
  }
  return result;
}

function checkIdentifiers(certificate: Certificate, role: Role): Judgement[] {
  const {
    authorityKeyIdentifier: authority,
    subjectKeyIdentifier: subject,
    accessDescriptions,
  } = certificate.extensions;
  const result: Judgement[] = [];
  const rule = { authority: 'RFC 5280 section 4.2.1.1', subject: 'RFC 5280 section 4.2.1.2' };
  const selfSigned = role === 'root' && certificate.subject.key === certificate.issuer.key;
  if (authority === undefined) {
    if (!selfSigned) {
      const message = 'The authority key identifier is missing.';
      result.push(irregular('missing_extension', message, rule.authority, certificate));
    }
  } else if (authority.critical) {
    result.push(
      irregular('bad_extension', 'The authority key identifier is critical.', rule.authority, certificate),
    );
  } else if (authority.value !== undefined && authority.value.keyIdentifier === undefined) {
    const message = 'The authority key identifier names no key.';
    result.push(irregular('bad_extension', message, rule.authority, certificate));
  }
  if (subject === undefined && role !== 'server') {
    const message = 'The subject key identifier of an authority is missing.';
    result.push(irregular('missing_extension', message, rule.subject, certificate));
  }
  if (subject?.critical) {
    result.push(
      irregular('bad_extension', 'The subject key identifier is critical.', rule.subject, certificate),
    );
  }
  if (accessDescriptions?.critical) {
    const message = 'Authority information access is critical.';
    result.push(irregular('bad_extension', message, 'RFC 5280 section 4.2.2.1', certificate));
  }
  return result;
}
