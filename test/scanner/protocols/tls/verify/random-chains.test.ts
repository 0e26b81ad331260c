import { join } from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import { verifyChain } from '../../../../../scanner/protocols/tls/verify/verify-chain.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import {
  altNames,
  anyExtension,
  basicConstraints,
  clientAuth,
  extendedKeyUsage,
  keyUsage,
  nameConstraints,
  policies,
  policyConstraints,
  serverAuth,
} from '../../../../support/x509/extension-samples.ts';
import { makeAuthority, makeKey, makeServer } from '../../../../support/x509/make-certificate.ts';
import { opensslVerifies } from '../../../../support/x509/openssl-verify.ts';

const at = new Date('2026-06-01');
const keys = Array.from({ length: 5 }, () => makeKey());

/** Where OpenSSL decides otherwise (names in the common name, any usage, excluded wildcards) is left to the table of cases. */
const extension = fc.oneof(
  fc.integer({ min: 0, max: 2 }).map((length) => basicConstraints(true, length)),
  fc.constantFrom(
    basicConstraints(false),
    keyUsage(6),
    extendedKeyUsage(serverAuth),
    extendedKeyUsage(clientAuth),
    extendedKeyUsage(clientAuth, serverAuth),
    nameConstraints({ permitted: ['dns:example.com'] }),
    nameConstraints({ permitted: ['dns:com', 'ip:192.0.2.0/24'] }),
    nameConstraints({ permitted: ['ip:0.0.0.0/0'] }),
    nameConstraints({ excluded: ['ip:192.0.2.0/25'] }),
    nameConstraints({ permitted: ['dir:server'] }),
    nameConstraints({ excluded: ['dir:server'] }),
    nameConstraints({ permitted: ['email:example.com'] }),
    nameConstraints({ permitted: ['uri:.example.com'] }),
    policies('1.2.3'),
    policies('1.2.4'),
    policies('2.5.29.32.0'),
    anyExtension('1.2.3.4', true),
  ),
  fc.integer({ min: 0, max: 3 }).map((skip) => policyConstraints(skip)),
);
const authority = fc.record({
  with: fc.array(extension, { maxLength: 2 }),
  expired: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
  sameName: fc.integer({ min: 0, max: 7 }).map((dice) => dice === 0),
  key: fc.constantFrom(...keys),
});
type Level = Readonly<{ sameName: boolean; key: unknown }>;

/**
 * An intermediate with the name and the key of the authority above it reads as signed by itself, and OpenSSL stops there
 * (X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT and its like) where RFC 5280 section 6.1 goes on.
 */
function hasTwin(levels: readonly Level[]): boolean {
  return levels.some(
    ({ key }, index) =>
      index > 0 && key === levels[index - 1]!.key && nameOf(levels, index) === nameOf(levels, index - 1),
  );
}

function nameOf(levels: readonly Level[], index: number): string {
  return `Level ${levels[index]!.sameName && index > 0 ? index - 1 : index}`;
}

const names = fc.uniqueArray(
  fc.constantFrom(
    'dns:a.example.com',
    'dns:b.example.com',
    'dns:*.example.com',
    'dns:example.net',
    'ip:192.0.2.1',
    'ip:192.0.2.200',
    'ip:2001:db8::1',
    'email:x@example.com',
    'email:x@example.net',
    'uri:https://a.example.com/',
    'uri:https://a.example.net/',
  ),
  { minLength: 1, maxLength: 3 },
);

test('OpenSSL takes and refuses the same random chains', async (t) => {
  const directory = await temporaryDirectory(t);
  let run = 0;
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(authority, { minLength: 1, maxLength: 4 }),
      names,
      fc.constantFrom('a.example.com', '192.0.2.1', 'c.example.com'),
      fc.boolean(),
      async (levels, presented, name, reversed) => {
        fc.pre(!hasTwin(levels));
        const chain: ReturnType<typeof makeAuthority>[] = [];
        for (const [index, level] of levels.entries()) {
          const [issuer] = chain;
          chain.unshift(
            makeAuthority(nameOf(levels, index), {
              key: level.key,
              with: level.with.filter((one, at) => level.with.findIndex(({ oid }) => oid === one.oid) === at),
              ...(issuer !== undefined && { issuer }),
              ...(level.expired && { notAfter: new Date('2026-03-01') }),
            }),
          );
        }
        const server = makeServer(['server'], chain[0]!, { with: [altNames(presented)] });
        const roots = [chain.at(-1)!];
        const others = chain.slice(0, -1);
        const sent = [server, ...(reversed ? others.toReversed() : others)];
        const own = verifyChain({
          chain: sent.map(({ der }) => der),
          roots: roots.map(({ der }) => der),
          name,
          at,
          strict: false,
        });
        const openssl = await opensslVerifies({
          stem: join(directory, String(run++)),
          chain: sent,
          roots,
          name,
          at,
        });
        if (openssl) taken++;
        t.is(own.valid, openssl, JSON.stringify(own.problems));
      },
    ),
    { numRuns: 80 },
  );
  t.true(taken > 0, 'no chain was taken: nothing was compared');
});
