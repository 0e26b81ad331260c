import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import test from 'ava';
import fc from 'fast-check';
import { parseDkimKey } from '../../../../../scanner/protocols/mail/dkim/parse-key.ts';

/** Not declared by those who publish it. */
const {
  getPublicKey,
}: {
  getPublicKey(
    type: 'DKIM',
    name: string,
    minBits: number,
    resolver: () => Promise<string[][]>,
    options: { strict: boolean; hashAlgo: string },
  ): Promise<unknown>;
} = createRequire(import.meta.url)('mailauth/lib/tools.js');

function rsa(bits: number, type: 'spki' | 'pkcs1' = 'spki'): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return publicKey.export({ format: 'der', type }).toString('base64');
}

const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
const strong = rsa(2048);
const key = fc.constantFrom(
  strong,
  strong,
  strong,
  `${strong.slice(0, 70)} \t ${strong.slice(70)}`,
  strong.slice(0, 160),
  rsa(1024),
  rsa(1016),
  rsa(2048, 'pkcs1'),
  ed25519.subarray(-32).toString('base64'),
  ed25519.toString('base64'),
  '',
);
const tag = fc.constantFrom(
  'v=DKIM1',
  'v=DKIM1',
  'v=DKIM1.0',
  'v=dkim1',
  'k=rsa',
  'k=rsa',
  'k=ed25519',
  'k=dsa',
  'h=sha256',
  'h=sha1',
  'h= sha256 : sha1',
  's=email',
  's=other : *',
  's=other',
  't=y:s',
  'n=a note',
  'x=y',
  'K=ed25519',
  'something',
  '',
);
const record = fc
  .tuple(
    fc.array(tag, { maxLength: 3 }),
    key,
    fc.array(tag, { maxLength: 2 }),
    fc.constantFrom('', ';', ' ; '),
  )
  .map(([before, p, after, end]) => [...before, `p=${p}`, ...after].join('; ') + end);

test('keys can be used here where others can use them', async (t) => {
  const property = fc.asyncProperty(record, async (text) => {
    const { status } = parseDkimKey(text);
    const isUsable = status === 'usable' || status === 'weak' || status === 'testing';
    return isUsable === (await isUsableForOthers(text));
  });
  await fc.assert(property, { numRuns: 1_500 });
  t.pass();
});

/** Whether another implementation, kept to the letter, takes the key for a signature by SHA-256. */
async function isUsableForOthers(text: string): Promise<boolean> {
  try {
    await getPublicKey('DKIM', 's._domainkey.example.com', 1024, async () => [[text]], {
      strict: true,
      hashAlgo: 'sha256',
    });
    return true;
  } catch {
    return false;
  }
}
