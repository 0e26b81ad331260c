import { join } from 'node:path';
import test from 'ava';
import { runInNamespace } from '../../../support/lab/run-in-namespace.ts';

interface Result {
  readonly failure?: string;
  readonly responseCode?: number;
  readonly answer: readonly string[];
  readonly transport: string;
  readonly questions: number;
}

const program = join(import.meta.dirname, 'resolution-program.ts');
const running = runInNamespace(program) as Promise<{
  results: Record<string, Result>;
  inTurn: { found: string[]; questions: number }[];
  refused: unknown;
  budget: string;
}>;

/** What both ways of resolving have to find. */
const expected: Readonly<Record<string, Partial<Result>>> = {
  'www.shop.example 1': { responseCode: 0, answer: ['1 198.18.10.1'] },
  'alias.shop.example 1': { responseCode: 0, answer: ['5 www.shop.example', '1 198.18.10.1'] },
  'other.shop.example 1': { responseCode: 0, answer: ['5 www.plain.example', '1 198.18.10.2'] },
  'www.old.shop.example 1': {
    responseCode: 0,
    answer: ['39 plain.example', '5 www.plain.example', '1 198.18.10.2'],
  },
  'missing.shop.example 1': { responseCode: 3, answer: [] },
  'shop.example 28': { responseCode: 0, answer: [] },
  'plain.example 43': { responseCode: 0, answer: [] },
  'big.shop.example 16': { responseCode: 0, transport: 'tcp' },
  'www.hosted.example 1': { responseCode: 0, answer: ['1 198.18.10.3'] },
};

for (const how of ['iterative', 'stub']) {
  for (const [question, result] of Object.entries(expected)) {
    test(`${how}: ${question}`, async (t) => {
      const { results } = await running;
      t.like(results[`${how} ${question}`], result);
    });
  }

  test(`${how}: a zone is found with its servers by both words`, async (t) => {
    const { results } = await running;
    const server = { name: 'ns1.shop.example', addresses: ['198.18.0.3'], glue: ['198.18.0.3'] };
    const zone = { apex: 'shop.example', parent: 'example', delegated: [server], own: [server] };
    t.deepEqual(results[`${how} zone`] as unknown, zone);
  });
}

test('where no server with glue answers, those without are looked for', async (t) => {
  const { results } = await running;
  t.like(results['iterative www.half.example 1'], { responseCode: 0, answer: ['1 198.18.10.4'] });
});

test('aliases in a circle and zones without a server are failures, and say so', async (t) => {
  const { results } = await running;
  t.is(results['iterative loop.shop.example 1']?.failure, 'too_long_a_chain');
  t.is(results['iterative www.dead.example 1']?.failure, 'unreachable');
});

test('nothing is asked that is known: delegations, their signers and what lies with a known zone', async (t) => {
  const { results } = await running;
  t.is(results['iterative www.shop.example 1']?.questions, 3);
  t.is(results['iterative alias.shop.example 1']?.questions, 1);
  t.is(results['iterative shop.example 43']?.questions, 0);
});

test('where the servers are that serve zones of others is known to the next scan', async (t) => {
  const { inTurn } = await running;
  const [, first, next] = inTurn;
  t.deepEqual(next!.found, ['198.18.10.5']);
  t.deepEqual(first!.found, next!.found);
  // The referral to the zone of the server's name, and its address.
  t.deepEqual([first!.questions, next!.questions], [4, 2]);
});

test('a transfer that is refused is told as such, and a spent budget ends the asking', async (t) => {
  const { refused, budget } = await running;
  t.like(refused, { records: [], failure: 'refused' });
  t.is(budget, 'budget');
});
