import test from 'ava';
import fc from 'fast-check';
import { verifyChain } from '../../../../../scanner/protocols/tls/verify/verify-chain.ts';
import { altNames, nameConstraints } from '../../../../support/x509/extension-samples.ts';
import { makeAuthority, makeKey, makeServer } from '../../../../support/x509/make-certificate.ts';
import { at, good, host, middle, root } from './cases/chain-case.ts';

test('no octets make the verifier stumble', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: good.der.length - 1 }), fc.nat({ max: 255 })), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ maxLength: 40 }),
      (changes, junk, name) => {
        const changed = Buffer.from(good.der);
        for (const [index, octet] of changes) changed[index] = octet;
        const verdict = verifyChain({ chain: [changed, middle.der], roots: [root.der], name: host, at });
        // Whatever was changed is under a signature, or beside it.
        if (!changed.equals(good.der)) t.false(verdict.valid);
        verifyChain({ chain: [junk, good.der], roots: [junk], name, at });
        verifyChain({ chain: [good.der, junk, changed], roots: [root.der], name, at });
      },
    ),
    { numRuns: 400 },
  );
});

test('a maze of authorities that sign each other is left in time', (t) => {
  const names = Array.from({ length: 9 }, (_, n) => `Maze ${n}`);
  const keys = names.map(() => makeKey());
  const places = names.map((name, index) => makeAuthority(name, { key: keys[index]! }));
  const maze = places.flatMap((issuer) =>
    places
      .filter((one) => one !== issuer)
      .map((one) => makeAuthority(names[places.indexOf(one)]!, { key: one.key, issuer })),
  );
  const server = makeServer([host], places[0]!);
  const verdict = verifyChain({
    chain: [server, ...maze].map(({ der }) => der),
    roots: [root.der],
    name: host,
    at,
  });
  t.false(verdict.valid);
  t.true(['budget', 'incomplete_chain', 'chain_too_long'].includes(verdict.problems[0]!.code));
});

test('more names and constraints than can be compared are refused', (t) => {
  const list = (prefix: string) => Array.from({ length: 1_100 }, (_, n) => `dns:${prefix}${n}.example.com`);
  const constrained = makeAuthority('Many', {
    issuer: root,
    with: [nameConstraints({ excluded: list('x') })],
  });
  const server = makeServer([host], constrained, { with: [altNames([`dns:${host}`, ...list('n')])] });
  const verdict = verifyChain({ chain: [server.der, constrained.der], roots: [root.der], name: host, at });
  t.deepEqual(
    verdict.problems.map(({ code }) => code),
    ['budget'],
  );
});

test('more certificates than anybody needs are not looked at', (t) => {
  const verdict = verifyChain({ chain: Array.from({ length: 101 }, () => good.der), roots: [root.der], at });
  t.is(verdict.problems[0]?.code, 'budget');
});
