import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';

/** What a contract answers: octets, or octets that it reverts with. */
export type Answering = (
  to: string,
  data: Buffer,
) => Promise<{ returned: Uint8Array } | { reverted: Uint8Array }>;

export interface ChainNodeOptions {
  readonly answering: Answering;
  readonly chainId?: string;
  /** The latest block's number, 16 unless said otherwise. */
  readonly head?: number;
  /** Of each block, by its number. */
  readonly hash?: (number: number) => string;
  /** Seconds since 1970 of the latest block; now unless said otherwise. */
  readonly timestamp?: number;
  /** Answers in place of the node. */
  readonly instead?: (
    url: string,
    body: string,
  ) => { status?: number; location?: string; text: string } | undefined;
}

export interface ChainNode {
  readonly url: string;
  readonly calls: { readonly to: string; readonly block: string }[];
  /** Paths of what was asked by GET: a contract's gateway. */
  readonly gets: string[];
}

const usualHash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

/** A node of a chain by JSON-RPC on a port of this machine. */
export async function startChainNode(t: ExecutionContext, options: ChainNodeOptions): Promise<ChainNode> {
  const { answering, chainId = '0x1', head = 16, hash = usualHash, instead } = options;
  const calls: { to: string; block: string }[] = [];
  const gets: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (request.method === 'GET') gets.push(request.url ?? '');
    const other = instead?.(request.url ?? '', body);
    if (other !== undefined) {
      response.writeHead(
        other.status ?? 200,
        other.location === undefined ? {} : { location: other.location },
      );
      response.end(other.text);
      return;
    }
    const { id, method, params } = JSON.parse(body);
    const answer = (part: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...part }));
    if (method === 'eth_chainId') return answer({ result: chainId });
    if (method === 'eth_getBlockByNumber') {
      const number = params[0] === 'latest' ? head : Number(params[0]);
      const timestamp = options.timestamp ?? Math.floor(Date.now() / 1_000);
      return answer({
        result: { number: hexNumber(number), timestamp: hexNumber(timestamp), hash: hash(number) },
      });
    }
    calls.push({ to: params[0].to, block: params[1] });
    const result = await answering(params[0].to, Buffer.from(params[0].data.slice(2), 'hex'));
    if ('returned' in result) return answer({ result: hex(result.returned) });
    return answer({ error: { code: 3, message: 'execution reverted', data: hex(result.reverted) } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, gets };
}

export function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

function hexNumber(number: number): string {
  return `0x${number.toString(16)}`;
}
