import { connect } from 'node:net';
import { UpstreamFailed } from '@sonde/shared/errors.ts';
import type { RouterLookup } from '../../ports/router-lookup.ts';
import type { AddressPolicy } from '../address-policy.ts';

const who = 'The router of I2P';
const longestLine = 8_192;

export interface RouterLookupParts {
  readonly policy: AddressPolicy;
  readonly address: string;
  readonly port: number;
  /** For the whole; a router that has to look for a lease set takes its time. */
  readonly timeoutMilliseconds: number;
}

/** Looks names up by SAM (https://geti2p.net/en/docs/api/samv3): a greeting and one question over a connection of its own. */
export function createRouterLookup(parts: RouterLookupParts): RouterLookup {
  const { policy, address, port, timeoutMilliseconds } = parts;
  return async (name, signal) => {
    if (!policy.permits(address)) throw new UpstreamFailed(`${who} must not be connected to.`);
    const time = AbortSignal.timeout(timeoutMilliseconds);
    const ending = AbortSignal.any([signal, time]);
    const socket = connect({ host: address, port, signal: ending });
    try {
      socket.setEncoding('latin1');
      const lines = linesOf(socket as AsyncIterable<string>);
      socket.write('HELLO VERSION MIN=3.0 MAX=3.3\n');
      const hello = await reply(lines, 'HELLO REPLY');
      if (hello.get('RESULT') !== 'OK') {
        throw new UpstreamFailed(`${who} refuses the greeting: ${hello.get('RESULT') ?? 'no result'}.`);
      }
      socket.write(`NAMING LOOKUP NAME=${name}\n`);
      const answer = await reply(lines, 'NAMING REPLY');
      return destinationIn(answer, name);
    } catch (error) {
      if (error instanceof UpstreamFailed) throw error;
      signal.throwIfAborted();
      if (time.aborted) throw new UpstreamFailed(`${who} did not answer in time.`, 'timeout');
      throw new UpstreamFailed(`${who} can not be reached.`);
    } finally {
      socket.destroy();
    }
  };
}

function destinationIn(answer: ReadonlyMap<string, string>, name: string): { destination: string | null } {
  const result = answer.get('RESULT') ?? '';
  if (result === 'KEY_NOT_FOUND' || result === 'INVALID_KEY') return { destination: null };
  if (result !== 'OK') throw new UpstreamFailed(`${who} refuses the name: ${result.slice(0, 40)}.`);
  const value = answer.get('VALUE') ?? '';
  if (answer.get('NAME') !== name || !/^[A-Za-z0-9~-]{516,2048}={0,2}$/.test(value)) {
    throw new UpstreamFailed(`${who} answered with something that is no destination of the name.`);
  }
  return { destination: value };
}

async function reply(lines: AsyncIterator<string>, command: string): Promise<ReadonlyMap<string, string>> {
  const { done, value } = await lines.next();
  if (done === true) throw new UpstreamFailed(`${who} closed the connection without an answer.`);
  if (!value.startsWith(`${command} `)) {
    throw new UpstreamFailed(`${who} answered with something that is no reply of SAM.`);
  }
  const pairs = value.slice(command.length).matchAll(/([A-Z_]+)=("(?:[^"\\]|\\.)*"|\S*)/g);
  return new Map(Array.from(pairs, ([, key = '', text = '']) => [key, text.replaceAll(/^"|"$/g, '')]));
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let held = '';
  for await (const chunk of chunks) {
    held += chunk;
    for (let end = held.indexOf('\n'); end !== -1; end = held.indexOf('\n')) {
      yield held.slice(0, end).trimEnd();
      held = held.slice(end + 1);
    }
    if (held.length > longestLine) throw new UpstreamFailed(`${who} answered with too much.`);
  }
  return undefined;
}
