import type { Clock } from '@sonde/shared/system/clock.ts';
import type { Log } from '@sonde/shared/system/log.ts';
import type { Socket } from 'socket.io';
import type { Caller } from '../domain/people/access/caller.ts';
import type { LiveQueryPorts } from '../domain/traffic/live/subscribe-queries.ts';
import type { PlatformStatistics } from '../ports/system/platform-statistics.ts';
import { Allowance } from './allowance.ts';
import { answerEvent } from './client-events.ts';
import type { ClientRequest } from './client-request.ts';
import { LiveQuerySubscription } from './live-queries.ts';

/** One connection has at most this many subscriptions. */
export const maxRooms = 200;
/** Events that a client may send: at once, and a second. */
const burst = 60;
const perSecond = 20;
/** Refused for too many events so often in a row, a connection is closed. */
const patience = 200;

export interface ConnectionParts {
  readonly caller: Caller;
  readonly clock: Clock;
  readonly log: Log;
  readonly statistics: () => Promise<PlatformStatistics>;
  /** Ports that tell live queries; there are none if undefined. */
  readonly live?: LiveQueryPorts | undefined;
  /** Whether the client can take another event now. */
  readonly admits: () => boolean;
}

/** Serves one connection: greets it, then answers each of its events by the event of the interface and the acknowledgement. */
export function handleConnection(socket: Socket, parts: ConnectionParts): void {
  const { clock, caller, log } = parts;
  const accountId = caller.kind === 'account' ? caller.accountId : null;
  const timestamp = () => new Date(clock.now()).toISOString();
  const allowance = new Allowance(burst, perSecond, clock.now());
  let refused = 0;
  const queries = new LiveQuerySubscription({
    accountId,
    ports: parts.live,
    timestamp,
    send: (event, payload) => {
      if (!parts.admits()) return false;
      socket.emit(event, payload);
      return true;
    },
  });
  socket.once('disconnect', () => queries.end());

  const refuse = (message: string, acknowledge: Acknowledge | undefined) => {
    socket.emit('error', { message });
    acknowledge?.({ error: message });
  };

  socket.emit('connected', {
    session_id: socket.id,
    timestamp: timestamp(),
    message: socket.recovered ? 'Welcome back: what you missed follows.' : 'Welcome to Sonde.',
  });

  socket.onAny((event: string, ...parameters: unknown[]) => {
    const acknowledge = acknowledgement(parameters);
    if (!allowance.take(clock.now())) {
      if (++refused > patience) socket.disconnect(true);
      else refuse('Too many events: slow down.', acknowledge);
      return;
    }
    refused = 0;
    const context = { accountId, timestamp: timestamp(), statistics: parts.statistics, queries };
    const answer = answerEvent(event, parameters[0], caller, context);
    if (answer === undefined) {
      refuse('This event is not known here.', acknowledge);
      return;
    }
    Promise.resolve(answer)
      .then((request) => carryOut(socket, request, acknowledge, refuse))
      .catch((error: unknown) => {
        log.error({ err: error, event }, 'fault in a socket event');
        refuse('This could not be answered now.', acknowledge);
      });
  });
}

type Acknowledge = (payload: object) => void;

/** The function that the client gave for the answer: the last parameter, if it is one. */
function acknowledgement(parameters: readonly unknown[]): Acknowledge | undefined {
  const last = parameters.at(-1);
  return typeof last === 'function' ? (last as Acknowledge) : undefined;
}

async function carryOut(
  socket: Socket,
  request: ClientRequest,
  acknowledge: Acknowledge | undefined,
  refuse: (message: string, acknowledge: Acknowledge | undefined) => void,
): Promise<void> {
  if (request.kind === 'refuse') {
    refuse(request.message, acknowledge);
    return;
  }
  if (request.kind === 'join') {
    const added = request.rooms.filter((room) => !socket.rooms.has(room));
    // Every connection is in a room of its own as well.
    if (socket.rooms.size - 1 + added.length > maxRooms) {
      refuse(`A connection may have at most ${maxRooms} subscriptions.`, acknowledge);
      return;
    }
    await socket.join(added);
  }
  if (request.kind === 'leave') for (const room of request.rooms) await socket.leave(room);
  socket.emit(request.reply.event, request.reply.payload);
  acknowledge?.(request.reply.payload);
}
