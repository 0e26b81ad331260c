import { join } from 'node:path';
import test from 'ava';
import { verifyChain } from '../../../../../scanner/protocols/tls/verify/verify-chain.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { opensslVerifies } from '../../../../support/x509/openssl-verify.ts';
import { certificateCases } from './cases/certificate-cases.ts';
import { host, root, at as usualTime } from './cases/chain-case.ts';
import { demandCases } from './cases/demand-cases.ts';
import { nameCases } from './cases/name-cases.ts';
import { pathCases } from './cases/path-cases.ts';
import { policyCases } from './cases/policy-cases.ts';

const cases = [...pathCases, ...certificateCases, ...nameCases, ...demandCases, ...policyCases];

for (const one of cases) {
  const { what, rule, chain, roots = [root], name = host, at = usualTime, client = [], strict } = one;
  test(`${what} (${rule})`, (t) => {
    const input = {
      chain: chain.map(({ der }) => der),
      roots: roots.map(({ der }) => der),
      at,
      ...(name === null ? {} : { name }),
    };
    const asClient = verifyChain({ ...input, strict: false });
    t.deepEqual(codes(asClient.problems), client.toSorted());
    t.is(asClient.valid, client.length === 0);
    const byTheRules = verifyChain(input);
    t.deepEqual(codes(byTheRules.problems), [...(strict ?? client)].toSorted());
    t.is(byTheRules.valid, (strict ?? client).length === 0);
    for (const problem of [...byTheRules.problems, ...asClient.irregularities]) {
      t.regex(problem.message, /^[A-Za-z0-9.*].*\.$/);
      t.not(problem.rule, '');
    }
  });
}

test('OpenSSL takes and refuses the same chains as clients', async (t) => {
  const directory = await temporaryDirectory(t);
  const differing: string[] = [];
  for (const [index, one] of cases.entries()) {
    if (one.chain.length === 0) continue;
    const { chain, roots = [root], name = host, at = usualTime } = one;
    const accepted = await opensslVerifies({ stem: join(directory, String(index)), chain, roots, name, at });
    const agrees = accepted === ((one.client ?? []).length === 0);
    if (agrees === (one.opensslDiffers !== undefined)) differing.push(`${one.what}: openssl ${accepted}`);
  }
  t.deepEqual(differing, []);
});

function codes(problems: readonly { code: string }[]): string[] {
  return problems.map(({ code }) => code).toSorted();
}
