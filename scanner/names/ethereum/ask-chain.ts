import { InvalidInput, UpstreamFailed } from '@sonde/shared/errors.ts';
import type { NameNetwork } from '../name-system.ts';
import { type Block, ChainGateway, type ChainName } from './chain-gateway.ts';

/** Blocks that gateways may be apart; more is one that does not keep up. */
const mostBlocksApart = 50;

export interface ChainAnswer<Answer> {
  readonly block: { readonly chain: ChainName; readonly number: number; readonly time: string };
  readonly answer: Answer;
  /** Gateways that gave it. */
  readonly gateways: number;
}

interface Head {
  readonly gateway: ChainGateway;
  readonly block: Block;
}

/**
 * Puts a question to gateways of a chain: to the first that answers; or, for an agreement, to that many at the same block, which
 * must give the same answer. `answer` of `ask`: plain JSON. Throws UpstreamFailed, and InvalidInput if there are not so many.
 */
export async function askChain<Answer extends object>(
  chain: ChainName,
  urls: readonly string[],
  agreement: number,
  { fetch, signal }: NameNetwork,
  ask: (gateway: ChainGateway, block: Block) => Promise<Answer>,
): Promise<ChainAnswer<Answer>> {
  if (agreement > urls.length) {
    const have = urls.length === 1 ? 'One gateway is' : `${urls.length} gateways are`;
    throw new InvalidInput('agreement', `${have} configured for ${chain}: ${agreement} can not agree.`);
  }
  const gateways = urls.map((url, index) => {
    const position = urls.length === 1 ? undefined : index + 1;
    return new ChainGateway(chain, { url, position }, fetch, signal);
  });
  if (agreement > 1) return agreed(chain, await headsOf(gateways, agreement), ask);
  const { gateway, block, answer } = await firstOf(gateways, async (one) => {
    const latest = await one.latestBlock();
    return { gateway: one, block: latest, answer: await ask(one, latest) };
  });
  return { block: present(gateway.chain, block), answer, gateways: 1 };
}

async function firstOf<Value>(
  gateways: readonly ChainGateway[],
  attempt: (gateway: ChainGateway) => Promise<Value>,
): Promise<Value> {
  let failure: UpstreamFailed | undefined;
  for (const gateway of gateways) {
    try {
      return await attempt(gateway);
    } catch (error) {
      if (!(error instanceof UpstreamFailed)) throw error;
      // What the first says is what an operator has to mend.
      failure ??= error;
    }
  }
  throw failure ?? new UpstreamFailed('No gateway is configured.');
}

/** The latest blocks of so many gateways; if one fails, the next in line takes its place. */
async function headsOf(gateways: readonly ChainGateway[], wanted: number): Promise<Head[]> {
  const heads: Head[] = [];
  const failures: string[] = [];
  const asked = await Promise.all(
    gateways.map(async (gateway) => {
      try {
        return { gateway, block: await gateway.latestBlock() };
      } catch (error) {
        if (!(error instanceof UpstreamFailed)) throw error;
        failures.push(error.message);
        return undefined;
      }
    }),
  );
  for (const head of asked) if (head !== undefined && heads.length < wanted) heads.push(head);
  if (heads.length === wanted) return heads;
  throw new UpstreamFailed(`Only ${heads.length} of ${wanted} gateways answered. ${failures.join(' ')}`);
}

async function agreed<Answer extends object>(
  chain: ChainName,
  heads: readonly Head[],
  ask: (gateway: ChainGateway, block: Block) => Promise<Answer>,
): Promise<ChainAnswer<Answer>> {
  const numbers = heads.map(({ block }) => block.number);
  const common = Math.min(...numbers);
  const behind = heads.find(({ block }) => Math.max(...numbers) - block.number > mostBlocksApart);
  if (behind !== undefined) {
    const apart = Math.max(...numbers) - behind.block.number;
    throw new UpstreamFailed(`${behind.gateway.title} is ${apart} blocks behind another.`);
  }
  const answers = await Promise.all(
    heads.map(async ({ gateway, block: head }) => {
      const block = head.number === common ? head : await gateway.blockAt(common);
      return { gateway, block, answer: await ask(gateway, block) };
    }),
  );
  const [first, ...others] = answers as [(typeof answers)[number], ...typeof answers];
  for (const other of others) {
    if (first.block.hash === undefined || first.block.hash !== other.block.hash) {
      throw contradiction(first.gateway, other.gateway, `what block ${common} of ${chain} is`);
    }
    const differing = differences(first.answer, other.answer);
    if (differing.length > 0) throw contradiction(first.gateway, other.gateway, differing.join(', '));
  }
  return { block: present(chain, first.block), answer: first.answer, gateways: answers.length };
}

function contradiction(one: ChainGateway, other: ChainGateway, about: string): UpstreamFailed {
  return new UpstreamFailed(
    `${one.title} and ${other.title.toLowerCase()} contradict each other about ${about}.`,
  );
}

/** Where two answers differ: the paths of the values. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  if (!isRecord(one) || !isRecord(other)) return [path === '' ? 'the records' : path];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return keys
    .flatMap((key) => differences(one[key], other[key], path === '' ? key : `${path}.${key}`))
    .slice(0, 10);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function present(chain: ChainName, { number, time }: Block) {
  return { chain, number, time };
}
