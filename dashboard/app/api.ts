import type { AnswerOf, CallParameters, OperationName } from '@sonde/client/operation-types.ts';
import { SondeClient } from '@sonde/client/sonde-client.ts';
import { SondeError } from '@sonde/client/sonde-error.ts';
import { texts } from '../texts/en/common.ts';
import { takeNotes } from './address-notes.ts';
import { base } from './base.ts';
import { lost, sessionEnded } from './connection.ts';

/** Questions under way at once, at most: a page never crowds out the collector's other work. */
const atOnce = 4;
let underWay = 0;
const waiting: (() => void)[] = [];

/** Keeps what answers say of addresses before whoever asked shows them. */
class NotingClient extends SondeClient {
  override async call<Name extends OperationName>(
    name: Name,
    ...input: CallParameters<Name>
  ): Promise<AnswerOf<Name>> {
    const answer = await super.call(name, ...input);
    takeNotes(answer);
    return answer;
  }
}

/**
 * The API client calls the collector that serves this page. The browser adds the session's cookie; no credential is in
 * reach of a script.
 */
export const api = waitingFor(30_000);

/** The patient client waits longer for an answer to begin: for what the collector itself may take minutes for. */
export const patientApi = waitingFor(150_000);

function waitingFor(timeout: number): NotingClient {
  return new NotingClient({ url: base.href, fetch: orderly, retries: 1, maxWait: 2, timeout });
}

async function orderly(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  await turn(init?.signal ?? undefined);
  try {
    const response = await fetch(input, { ...init, credentials: 'same-origin', cache: 'no-store' });
    lost.value = false;
    if (response.status === 401) await noteEnd(response.clone());
    return response;
  } catch (error) {
    if (!(error instanceof DOMException)) lost.value = true;
    throw error;
  } finally {
    underWay--;
    waiting.shift()?.();
  }
}

async function turn(signal: AbortSignal | undefined): Promise<void> {
  while (underWay >= atOnce) {
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (signal?.aborted) {
      waiting.shift()?.();
      signal.throwIfAborted();
    }
  }
  underWay++;
}

/** A wrong password at a form is no end of the session. */
async function noteEnd(response: Response): Promise<void> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  if (code === 'credential_required' || code === 'invalid_credential') sessionEnded.value = true;
}

/**
 * A trouble describes a failed call for people: the message, the code for programs, and the request id that the
 * collector's log has.
 */
export interface Trouble {
  readonly status: number | undefined;
  readonly message: string;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

export function troubleOf(error: unknown): Trouble {
  if (error instanceof SondeError) {
    const { status, message, code, requestId, details } = error;
    return { status, message, code, requestId, details };
  }
  // As a browser says it where a passkey is not given.
  if (error instanceof DOMException && error.name === 'NotAllowedError') {
    return { status: 0, message: texts.error.passkey, code: 'declined', requestId: undefined, details: [] };
  }
  const code = error instanceof DOMException && error.name === 'TimeoutError' ? 'timeout' : 'no_connection';
  const message = error instanceof Error ? error.message : String(error);
  return { status: undefined, message, code, requestId: undefined, details: [] };
}
