import { addressText } from '@sonde/shared/net/address.ts';
import { parse } from 'tldts';
import type { Certificate } from '../x509/certificate.ts';
import { commonName } from '../x509/distinguished-name.ts';
import type { GeneralName } from '../x509/general-name.ts';
import { broken, irregular, type Judgement } from './judgement.ts';
import { isWildcard, matchesName, type ReferenceName } from './match-name.ts';

const shownNames = 5;

/** Checks whether the server's certificate is for the name, and its names are what names may be. */
export function checkNames(certificate: Certificate, reference: ReferenceName): Judgement[] {
  return [...checkMatch(certificate, reference), ...checkForm(certificate), ...checkCommonNames(certificate)];
}

function checkMatch(certificate: Certificate, reference: ReferenceName): Judgement[] {
  const names = certificate.extensions.subjectAltName;
  if (names === undefined) {
    const message = 'The certificate has no subjectAltName; common names are not looked at.';
    return [broken('no_names', message, 'RFC 9525 section 6.3; CABF BR 7.1.2.7.12', certificate)];
  }
  if (matchesName(certificate, reference)) return [];
  const shown = (names.value ?? []).slice(0, shownNames).map(nameText);
  const rest = (names.value ?? []).length - shown.length;
  const message = `The certificate is not for ${referenceText(reference)}, but for ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
  return [broken('name_mismatch', message, 'RFC 9525 section 6.3', certificate)];
}

function checkForm(certificate: Certificate): Judgement[] {
  const names = certificate.extensions.subjectAltName;
  if (names === undefined) return [];
  const rule = 'RFC 5280 section 4.2.1.6; CABF BR 7.1.2.7.12';
  const result: Judgement[] = [];
  const bad = (names.value ?? []).find((name) => !isWellFormed(name));
  if (bad !== undefined) {
    const message = `${nameText(bad)} is no name for a host.`;
    result.push(irregular('bad_extension', message, rule, certificate));
  }
  if (names.critical && !certificate.subject.isEmpty) {
    const message = 'subjectAltName is critical, though there is a subject.';
    result.push(irregular('bad_extension', message, 'CABF BR 7.1.2.7.12', certificate));
  }
  if (!names.critical && certificate.subject.isEmpty) {
    const message = 'subjectAltName is not critical, though there is no subject.';
    result.push(irregular('bad_extension', message, 'RFC 5280 section 4.2.1.6', certificate));
  }
  return result;
}

function checkCommonNames(certificate: Certificate): Judgement[] {
  const names = certificate.extensions.subjectAltName?.value;
  if (names === undefined) return [];
  const texts = new Set(names.map(nameText));
  return certificate.subject.sets
    .flat()
    .filter(({ type, text }) => type === commonName && text !== undefined && !texts.has(text))
    .map(({ text }) => {
      const message = `The common name ${text?.slice(0, 100)} is not, letter by letter, among the names of subjectAltName.`;
      return irregular('bad_extension', message, 'CABF BR 7.1.4.3', certificate);
    });
}

function isWellFormed(name: GeneralName): boolean {
  if (name.kind === 'ip') return name.octets.length === 4 || name.octets.length === 16;
  if (name.kind === 'email') return /^[^@\s]+@[^@\s]+$/.test(name.text);
  if (name.kind === 'uri') return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(name.text);
  if (name.kind !== 'dns') return true;
  const plain = name.text.startsWith('*.') ? name.text.slice(2) : name.text;
  if (name.text.startsWith('*') && (!isWildcard(name.text) || isPublicSuffix(plain))) return false;
  return (
    plain.length <= 253 &&
    plain.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
  );
}

/** Whether everybody may register below it, so that nobody owns all of it. */
function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann } = parse(name.toLowerCase());
  return isIcann === true && publicSuffix === name.toLowerCase();
}

export function nameText(name: GeneralName): string {
  switch (name.kind) {
    case 'ip':
      return octetsText(name.octets);
    case 'dns':
    case 'email':
    case 'uri':
    case 'registered':
      return name.text.slice(0, 255);
    default:
      return `a name of the kind ${name.kind}`;
  }
}

function octetsText(octets: Uint8Array): string {
  if (octets.length === 4) return octets.join('.');
  return octets.length === 16 ? addressText(octets) : Buffer.from(octets).toString('hex').slice(0, 64);
}

function referenceText(reference: ReferenceName): string {
  if (reference.kind === 'dns') return reference.name;
  return reference.kind === 'ip' ? octetsText(reference.octets) : reference.address;
}
