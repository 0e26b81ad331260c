import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { verifyChain } from '../../../../../collector/domain/tls/verify/verify-chain.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import { pemOf } from '../../../../support/x509/make-certificate.ts';
import { certificateCases } from './cases/certificate-cases.ts';
import { type ChainCase, host, root, at as usualTime } from './cases/chain-case.ts';
import { nameCases } from './cases/name-cases.ts';
import { pathCases } from './cases/path-cases.ts';
import { policyCases } from './cases/policy-cases.ts';

const cases = [...pathCases, ...certificateCases, ...nameCases, ...policyCases];

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
    const accepted = await opensslAccepts(join(directory, String(index)), one);
    const agrees = accepted === ((one.client ?? []).length === 0);
    if (agrees === (one.opensslDiffers !== undefined)) differing.push(`${one.what}: openssl ${accepted}`);
  }
  t.deepEqual(differing, []);
});

function codes(problems: readonly { code: string }[]): string[] {
  return problems.map(({ code }) => code).toSorted();
}

async function opensslAccepts(stem: string, one: ChainCase): Promise<boolean> {
  const [server, ...others] = one.chain;
  const pem = (samples: readonly { der: Uint8Array }[]) =>
    samples.map(({ der }) => pemOf('CERTIFICATE', der)).join('');
  await Promise.all([
    writeFile(`${stem}.crt`, pem([server!])),
    writeFile(`${stem}.others`, pem(others)),
    writeFile(`${stem}.roots`, pem(one.roots ?? [root])),
  ]);
  const name = one.name === undefined ? host : one.name;
  const isAddress = name !== null && /^[0-9.]+$|:/.test(name);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  execFile(
    'openssl',
    [
      ...['verify', '-no-CAfile', '-no-CApath', '-purpose', 'sslserver', '-CAfile', `${stem}.roots`],
      ...[
        '-attime',
        String((one.at ?? usualTime).getTime() / 1_000),
        '-policy_check',
        '-policy',
        '2.5.29.32.0',
      ],
      ...(others.length > 0 ? ['-untrusted', `${stem}.others`] : []),
      ...(name === null ? [] : [isAddress ? '-verify_ip' : '-verify_hostname', name]),
      `${stem}.crt`,
    ],
    (error) => resolve(error === null),
  );
  return promise;
}
