import { DerError } from '../der/der-error.ts';
import { readDer } from '../der/der-node.ts';
import { isContext, sequenceItems, tags } from '../der/der-values.ts';
import type { AlgorithmIdentifier, Certificate } from '../x509/certificate.ts';
import { readAlgorithm } from '../x509/parse-certificate.ts';
import { broken, irregular, type Judgement } from './judgement.ts';

type Strength = 'good' | 'weak' | 'unusual';

/** Signature algorithms by object identifier (RFC 8017, 5758, 8410). */
const signatures: Readonly<Record<string, { readonly name: string; readonly strength: Strength }>> = {
  '1.2.840.113549.1.1.2': { name: 'md2WithRSAEncryption', strength: 'weak' },
  '1.2.840.113549.1.1.3': { name: 'md4WithRSAEncryption', strength: 'weak' },
  '1.2.840.113549.1.1.4': { name: 'md5WithRSAEncryption', strength: 'weak' },
  '1.2.840.113549.1.1.5': { name: 'sha1WithRSAEncryption', strength: 'weak' },
  '1.2.840.113549.1.1.14': { name: 'sha224WithRSAEncryption', strength: 'unusual' },
  '1.2.840.113549.1.1.11': { name: 'sha256WithRSAEncryption', strength: 'good' },
  '1.2.840.113549.1.1.12': { name: 'sha384WithRSAEncryption', strength: 'good' },
  '1.2.840.113549.1.1.13': { name: 'sha512WithRSAEncryption', strength: 'good' },
  '1.2.840.113549.1.1.10': { name: 'rsassaPss', strength: 'good' },
  '1.2.840.10040.4.3': { name: 'dsaWithSha1', strength: 'weak' },
  '2.16.840.1.101.3.4.3.1': { name: 'dsaWithSha224', strength: 'weak' },
  '2.16.840.1.101.3.4.3.2': { name: 'dsaWithSha256', strength: 'weak' },
  '1.2.840.10045.4.1': { name: 'ecdsaWithSha1', strength: 'weak' },
  '1.2.840.10045.4.3.1': { name: 'ecdsaWithSha224', strength: 'unusual' },
  '1.2.840.10045.4.3.2': { name: 'ecdsaWithSha256', strength: 'good' },
  '1.2.840.10045.4.3.3': { name: 'ecdsaWithSha384', strength: 'good' },
  '1.2.840.10045.4.3.4': { name: 'ecdsaWithSha512', strength: 'good' },
  '1.3.101.112': { name: 'ed25519', strength: 'unusual' },
  '1.3.101.113': { name: 'ed448', strength: 'unusual' },
};

const pss = '1.2.840.113549.1.1.10';
const rsaEncryption = '1.2.840.113549.1.1.1';
const sha2 = new Set(['2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3']);
const curves = new Map([
  ['prime256v1', 256],
  ['secp384r1', 384],
  ['secp521r1', 521],
]);
const derNull = '0500';
/** Checking a signature of a larger key takes a noticeable time. */
const maxModulusBits = 16_384;

export function signatureName({ oid }: AlgorithmIdentifier): string {
  return signatures[oid]?.name ?? oid;
}

/** Checks the algorithm that a certificate is signed with; not asked of a root, whose signature nobody relies on. */
export function checkSignatureAlgorithm(certificate: Certificate): Judgement[] {
  const { signatureAlgorithm: algorithm, signedAlgorithm } = certificate;
  const result: Judgement[] = [];
  if (!Buffer.from(algorithm.bytes).equals(signedAlgorithm.bytes)) {
    const message = 'The algorithm beside the signature is not the one that was signed.';
    result.push(broken('signature_algorithm_mismatch', message, 'RFC 5280 section 4.1.1.2', certificate));
  }
  const name = signatureName(algorithm);
  const strength = signatureStrength(algorithm);
  const rule = 'CABF BR 7.1.3.2; RFC 6194; RFC 6151';
  if (strength === 'weak') {
    result.push(broken('weak_signature', `The certificate is signed with ${name}.`, rule, certificate));
  } else if (strength === 'unusual') {
    const message = `${name} is not for certificates of public servers.`;
    result.push(irregular('weak_signature', message, 'CABF BR 7.1.3.2', certificate));
  }
  if (!rightParameters(algorithm)) {
    const message = `The parameters of ${name} are wrong.`;
    result.push(irregular('malformed', message, 'RFC 4055 section 5; RFC 5758 section 3.2', certificate));
  }
  return result;
}

function signatureStrength(algorithm: AlgorithmIdentifier): Strength {
  if (algorithm.oid === pss) return pssHash(algorithm) === undefined ? 'weak' : 'good';
  return signatures[algorithm.oid]?.strength ?? 'weak';
}

/** The hash of RSASSA-PSS, if it is a good one; SHA-1 is what is meant if none is told. */
function pssHash({ parameters }: AlgorithmIdentifier): string | undefined {
  try {
    const wrapped = parameters === undefined ? [] : sequenceItems(readDer(parameters));
    const { oid } = readAlgorithm(wrapped.find((item) => isContext(item, 0))?.children[0]);
    return sha2.has(oid) ? oid : undefined;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function rightParameters({ oid, parameters }: AlgorithmIdentifier): boolean {
  if (oid === pss) return parameters !== undefined;
  const text = parameters === undefined ? undefined : Buffer.from(parameters).toString('hex');
  return oid.startsWith('1.2.840.113549.1.1.') ? text === derNull : text === undefined;
}

/** Describes the type and bits of a certificate's key. */
export function describeKey({ publicKey }: Certificate): { type: string; bits: number | null } {
  const type = publicKey?.asymmetricKeyType;
  if (publicKey === undefined || type === undefined) return { type: 'unknown', bits: null };
  const details = publicKey.asymmetricKeyDetails;
  const curve = details?.namedCurve;
  const bits = details?.modulusLength ?? (curve === undefined ? undefined : curveBits(curve));
  return { type, bits: bits ?? null };
}

function curveBits(curve: string): number | undefined {
  return curves.get(curve) ?? (Number(/[0-9]{3}/.exec(curve)?.[0]) || undefined);
}

/** Tells whether a signature by this key may be checked at all. */
export function isBoundedKey({ publicKey }: Certificate): boolean {
  return publicKey !== undefined && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) <= maxModulusBits;
}

export function checkKey(certificate: Certificate): Judgement[] {
  const { publicKey, publicKeyAlgorithm } = certificate;
  const weak = (message: string) => [broken('weak_key', message, 'CABF BR 6.1.5', certificate)];
  if (publicKey === undefined) return weak('The public key is broken or of a kind that is not used.');
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = publicKey.asymmetricKeyDetails ?? {};
  switch (publicKey.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      if (bits < 2_048) return weak(`The RSA key has ${bits} bits, fewer than 2,048.`);
      if (bits > maxModulusBits) return weak(`The RSA key has ${bits} bits, more than any client reads.`);
      if (exponent < 3n || exponent % 2n === 0n) return weak(`The RSA exponent is ${exponent}.`);
      return irregularRsa(certificate, bits);
    case 'ec': {
      const curve = publicKey.asymmetricKeyDetails?.namedCurve;
      if (publicKeyAlgorithm.parameters?.[0] !== tags.oid)
        return weak('The curve is spelled out instead of named.');
      if (curve !== undefined && curves.has(curve)) return [];
      return weak(`The curve ${curve ?? 'of the key'} is not one of P-256, P-384 and P-521.`);
    }
    case 'ed25519':
    case 'ed448': {
      const message = `${publicKey.asymmetricKeyType} is not for certificates of public servers.`;
      return [irregular('weak_key', message, 'CABF BR 7.1.3.1', certificate)];
    }
    default:
      return weak(`Keys of the kind ${publicKey.asymmetricKeyType ?? publicKeyAlgorithm.oid} are not used.`);
  }
}

function irregularRsa(certificate: Certificate, bits: number): Judgement[] {
  const { oid, parameters } = certificate.publicKeyAlgorithm;
  const result: Judgement[] = [];
  if (bits % 8 !== 0) {
    const message = `The RSA key has ${bits} bits, which is no multiple of 8.`;
    result.push(irregular('weak_key', message, 'CABF BR 6.1.5', certificate));
  }
  const plain = parameters !== undefined && Buffer.from(parameters).toString('hex') === derNull;
  if (oid !== rsaEncryption || !plain) {
    const message = 'The RSA key is not written as rsaEncryption with NULL.';
    result.push(irregular('malformed', message, 'CABF BR 7.1.3.1.1', certificate));
  }
  return result;
}
