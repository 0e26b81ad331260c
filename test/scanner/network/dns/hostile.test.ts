import { join } from 'node:path';
import test from 'ava';
import { runInNamespace } from '../../../support/lab/run-in-namespace.ts';

interface Result {
  readonly failure?: string;
  readonly failureMessage?: string;
  readonly records: number;
  readonly names: readonly string[];
  readonly questions: number;
}

const program = join(import.meta.dirname, 'hostile-program.ts');
const running = runInNamespace(program) as Promise<Record<string, Result>>;

const expected: readonly (readonly [string, string, string | undefined])[] = [
  ['aliases without end', 'www.endless-aliases.example', 'too_long_a_chain'],
  ['referrals without end', '36.l37.l38.l39.endless-referrals.example', 'too_long_a_chain'],
  ['a referral to itself', 'www.endless-referrals.example', 'lame'],
  ['a referral to many servers elsewhere', 'x.deep.many-servers.example', 'lame'],
  ['servers that are named in each other', 'www.this.example', 'lame'],
  ['octets that are no message', 'www.garbage.example', 'malformed'],
  ['answers to other questions', 'www.other-id.example', 'malformed'],
  ['silence', 'www.silent.example', 'timeout'],
  ['a stream that trickles', 'www.slow-stream.example', 'timeout'],
  ['a stream that ends early', 'www.cut-stream.example', 'unreachable'],
  ['a set of 900 records', 'www.huge-set.example', undefined],
  ['a server that loses the case of letters', 'www.wrong-letters.example', undefined],
  ['a server that knows no EDNS', 'www.no-edns.example', undefined],
];

for (const [title, name, failure] of expected) {
  test(`${title}: ${failure ?? 'answered'}`, async (t) => {
    const result = (await running)[name]!;
    t.is(result.failure, failure, result.failureMessage);
    // Others' servers must not be made to answer for it.
    t.true(result.questions <= 30, `${result.questions} questions`);
    if (failure === undefined) t.true(result.records > 0);
  });
}

test('what a server says of names outside of its zone is not heard', async (t) => {
  const results = await running;
  t.deepEqual(results['www.poison.example']?.names, ['www.poison.example']);
  t.deepEqual(results.victim?.records as unknown, ['198.18.10.1']);
});
