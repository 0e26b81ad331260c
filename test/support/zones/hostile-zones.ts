import { generateKeyPairSync } from 'node:crypto';

const bytes = 900_000;
const head = '@ 60 IN SOA ns b 1 7200 3600 1209600 3600\n@ 60 IN NS ns\n';
const deep = `${Array.from({ length: 120 }, () => 'a').join('.')}.example.`;

/** Lines until the text is as long as one that is taken. */
function filled(start: string, line: (index: number) => string, length = bytes): string {
  const lines = [head + start];
  for (let size = lines[0]!.length, index = 0; size < length; index++) {
    const one = line(index);
    lines.push(one);
    size += one.length + 1;
  }
  return lines.join('\n').slice(0, length);
}

/** The public key of an RSA pair with as many bits as are verified, and an exponent that costs. */
function rsaKey(): Buffer {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 4_096, publicExponent: 0x1_0001 });
  const modulus = Buffer.from(publicKey.export({ format: 'jwk' }).n!, 'base64url');
  const exponent = Buffer.from('ffffffffffffffc5', 'hex');
  return Buffer.concat([Uint8Array.of(exponent.length), exponent, modulus]);
}

const key = (text: string) => `@ 60 DNSKEY 257 3 8 ${text}`;
const rrsig = (owner: string, type: string, tag: number, signature: string) =>
  `${owner} 60 RRSIG ${type} 8 2 60 20380101000000 20200101000000 ${tag} @ ${signature}`;

/** Zones that are made to cost, each as long as a text may be. */
export function hostileZones(): Readonly<Record<string, string>> {
  const rsa = rsaKey();
  // Octets at odd and even places may change places without changing the tag (RFC 4034 appendix B).
  const sameTag = Array.from({ length: 60 }, (_, index) => {
    const own = Buffer.from(rsa);
    const at = 20 + 4 * index;
    const kept = own[at]!;
    own[at] = own[at + 2]!;
    own[at + 2] = kept;
    return key(own.toString('base64'));
  });
  const tags = keyTagOf(Buffer.concat([Buffer.from([1, 1, 3, 8]), rsa]));
  const signature = Buffer.alloc(512, 7).toString('base64');
  return {
    'many records': filled('', (index) => `a${index} A 1.1.1.1`),
    'records of one name': filled(
      '',
      (index) => `a A ${(index >> 16) & 255}.${(index >> 8) & 255}.1.${index & 255}`,
    ),
    'deep names': filled(`$ORIGIN ${deep}`, (index) => `a${index} NS b${index}`),
    'deep targets': filled(`$ORIGIN ${deep}`, (index) => `a${index} MX 1 b${index}`),
    'aliases in a row': filled('', (index) => `a${index} CNAME a${index + 1}`),
    'aliases in a circle': filled('', (index) => `a${index} CNAME a${(index * 7) % 1_000}`),
    origins: filled('', (index) => `$ORIGIN ${`${index}.`.repeat(40).slice(0, 220)}example.\na A 1.1.1.1`),
    'many delegations': filled('', (index) => `a${index} NS b.a${index}`),
    wildcards: filled('', (index) => `*.a${index} NS b`),
    faults: filled('', () => 'a A x'),
    escapes: filled('', (index) => `${'\\001'.repeat(60)}.a${index} TXT x`),
    'keys of one tag, many signatures': filled(
      `${sameTag.join('\n')}\n`,
      (index) =>
        rrsig(`a${index >> 4}`, 'A', tags, signature) +
        (index % 16 === 0 ? `\na${index >> 4} 60 A 1.1.1.1` : ''),
    ),
    'many signatures over one large set': filled(
      `${key(rsa.toString('base64'))}\n${Array.from({ length: 24_000 }, (_, index) => `a 60 A 1.${index & 255}.${(index >> 8) & 255}.1`).join('\n')}\n`,
      () => rrsig('a', 'A', tags, signature.slice(0, 4)),
    ),
    'short signatures': filled(
      `${key(rsa.toString('base64'))}\n`,
      (index) => `a${index} 60 A 1.1.1.1\n${rrsig(`a${index}`, 'A', tags, 'AAAA')}`,
    ),
    'NSEC3 with many rounds': filled(
      `${key(rsa.toString('base64'))}\n@ 60 NSEC3PARAM 1 0 150 -\n00000000000000000000000000000000 60 NSEC3 1 0 150 - 00000000000000000000000000000000 A\n`,
      (index) => `a${index} A 1.1.1.1`,
    ),
    'many NSEC3 chains': filled(
      `${key(rsa.toString('base64'))}\n`,
      (index) =>
        `@ 60 NSEC3PARAM 1 0 1 ${index.toString(16).padStart(8, '0')}\n${index.toString(32).padStart(32, '0')} 60 NSEC3 1 0 1 ${index.toString(16).padStart(8, '0')} 00000000000000000000000000000000 A`,
    ),
    'many NSEC records': filled(
      `${key(rsa.toString('base64'))}\n`,
      (index) => `a${index} 60 NSEC a${index + 1} A NSEC`,
    ),
    'wide bitmaps': filled(
      `${key(rsa.toString('base64'))}\n`,
      (index) =>
        `a${index} 60 NSEC a TYPE${index % 65_000} TYPE${(index * 31) % 65_000} TYPE${(index * 17) % 65_000}`,
    ),
  };
}

function keyTagOf(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += (at & 1) === 0 ? data[at]! << 8 : data[at]!;
  return (sum + (sum >>> 16)) & 0xffff;
}
