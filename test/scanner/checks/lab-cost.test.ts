import { join } from 'node:path';
import test from 'ava';
import { runInNamespace } from '../../support/lab/run-in-namespace.ts';

const running = runInNamespace(join(import.meta.dirname, 'lab', 'cost-program.ts')) as Promise<{
  cold: number;
  warm: number;
  advanced: number;
  audits: Record<string, { verdict: string; score: number }>;
}>;

test('a healthy domain with two servers costs 22 questions, and 4 more where its top-level domain is new', async (t) => {
  // Eight types of records; DNSKEY, NSEC3PARAM, CDS, CDNSKEY and CSYNC; the parent's SOA; two addresses of each server's name; the
  // SOA from each server over UDP and over TCP. DS and the delegation come along with the first.
  const { cold, warm } = await running;
  // A server that takes long because the machine is busy lets another one be asked as well.
  t.true(warm >= 18 && warm <= 22 + 4, String(warm));
  t.true(cold >= warm && cold <= 26 + 4, String(cold));
});

test('the advanced checks double that', async (t) => {
  const { advanced } = await running;
  t.true(advanced <= 44 + 8, String(advanced));
});

test('audits weigh what was found', async (t) => {
  const { audits } = await running;
  t.deepEqual(audits['first.example'], { verdict: 'sound', score: 100 });
  t.is(audits['weak.example']?.verdict, 'improvable');
  t.deepEqual(audits['broken.example'], { verdict: 'broken', score: 0 });
  t.deepEqual(audits['missing.example'] as unknown, { verdict: 'unknown', score: null });
});
