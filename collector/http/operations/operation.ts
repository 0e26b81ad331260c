import type { Caller } from '../../domain/people/access/caller.ts';
import { compileAccess, compileLocationAccess } from '../access/check-access.ts';
import { type Identification, resolveCaller } from '../access/resolve-caller.ts';
import { andThen } from '../and-then.ts';
import type { Answer } from '../answer/answer.ts';
import { compilePresenter } from '../answer/present-result.ts';
import type { Endpoint } from '../define-endpoint.ts';
import type { Exchange } from '../exchange.ts';
import { admitCaller, type CallerLimits } from '../limits/admit-caller.ts';
import { isAdministrator } from '../limits/requests-of-callers.ts';
import type { RequestSessions } from '../session/request-sessions.ts';
import { atFirstCall } from './at-first-call.ts';
import { Call } from './call.ts';
import { DeadlineQueue } from './deadline-queue.ts';
import { type BodyLimits, compileInput, type PathParameters, type ReadInput } from './read-input.ts';

/** An operation needs this host to serve an endpoint, besides the endpoint's own ports. */
export interface OperationHost extends BodyLimits, CallerLimits, Identification {
  readonly sessions: RequestSessions;
  /** Milliseconds that an answer may take if the contract says nothing. */
  readonly timeLimit: number;
}

/** An operation is an endpoint that is ready to serve. Throws, or rejects, what is to be answered as a failure. */
export interface Operation {
  /** The path as the table writes it. */
  readonly path: string;
  serve(exchange: Exchange, parameters: PathParameters): Answer | Promise<Answer>;
}

/**
 * Makes an endpoint ready: who calls, may he, how often, with what, and the answer. In that order, so that nothing is read
 * for callers who are refused; and without waiting if nothing is to be waited for.
 */
export function createOperation<Ports>(
  endpoint: Endpoint<Ports>,
  ports: Ports,
  host: OperationHost,
): Operation {
  const readInput = atFirstCall(() => compileInput(endpoint, host));
  const present = atFirstCall(() => compilePresenter(endpoint, host.sessions));
  const checkAccess = compileAccess(endpoint);
  const checkLocation = compileLocationAccess(endpoint);
  const queue = new DeadlineQueue(endpoint.timeLimit ?? host.timeLimit);

  const { extraCost } = endpoint;
  const isReserved = endpoint.reserved === true;

  const admit = (exchange: Exchange, caller: Caller): Promise<void> | void => {
    exchange.caller = caller;
    checkAccess(caller);
    if (endpoint.ownPages === true) host.sessions.checkOrigin(exchange.request);
    exchange.inFlight?.checkPlace(exchange, isReserved || isAdministrator(caller));
    return admitCaller(exchange, caller, host, endpoint.metered === false ? 'uncounted' : endpoint.cost);
  };

  const takeExtra = (exchange: Exchange, caller: Caller, cost: number): void => {
    if (cost > 0) host.quota.takeBurst(exchange, caller, cost);
  };

  const run = (exchange: Exchange, caller: Caller, input: ReadInput): Answer | Promise<Answer> => {
    checkLocation(caller, input);
    if (extraCost !== undefined) takeExtra(exchange, caller, extraCost(input.body as never));
    const call = new Call(exchange, caller, input);
    return call.within(queue, endpoint.run(call, ports), (result) => present(exchange, result));
  };

  const { dialect } = endpoint;
  return {
    path: endpoint.path,
    serve: (exchange, parameters) => {
      exchange.dialect = dialect;
      return andThen(resolveCaller(exchange, host), (caller) =>
        andThen(admit(exchange, caller), () =>
          andThen(readInput(exchange, parameters), (input) => run(exchange, caller, input)),
        ),
      );
    },
  };
}
