import { isIP } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { BatchError } from './batch-error.ts';

/**
 * An encrypted flow is a connection that carries DNS which nobody but its ends can read. It is told some seconds after it began, from
 * time to time while it lasts, and at its end: the telling with the greatest number holds, and its figures are totals.
 */

export const encryptedTransports = ['dot', 'doh', 'doq', 'doh3'] as const;
export type EncryptedTransport = (typeof encryptedTransports)[number];

/**
 * The hello states tell what became of the client's hello: `read`; `unseen` if the connection was there before the sensor looked; `incomplete` if a part of
 * it never came or the client gave up; `malformed` if it breaks the rules.
 */
export const helloStates = ['read', 'unseen', 'incomplete', 'malformed'] as const;
export type HelloState = (typeof helloStates)[number];

/** The looked-up states tell if the client was given the server's address by DNS in the clear before. */
export const lookedUpStates = ['unknown', 'no', 'yes'] as const;

const count = z.int().min(0);
const address = z.string().refine((text) => isIP(text) !== 0 && !text.includes('%'), 'is no address');
const port = z.int().min(0).max(65_535);
const printable = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]*$/);

export const encryptedFlowSchema = z.object({
  /** Of the connection: every telling has the same. */
  id: z.uuid(),
  /** The number of the telling, from 1. */
  telling: z.int().min(1).max(0xffff_ffff),
  /** Microseconds since 1970 of its first and of its last packet so far. */
  started_at: count,
  last_seen_at: count,
  is_open: z.boolean(),
  client: address,
  client_port: port,
  server: address,
  server_port: port,
  transport: z.enum(encryptedTransports),
  hello: z.enum(helloStates),
  /** Empty if the client named none; null if the hello was not read. */
  server_name: printable(1_020).nullable(),
  alpn: z.array(printable(66)).max(16).nullable(),
  ja4: z
    .string()
    .regex(/^[tqd](?:1[0-3]|s[23]|d[1-3]|00)[di][0-9]{4}[0-9A-Za-z]{2}_[0-9a-f]{12}_[0-9a-f]{12}$/)
    .nullable(),
  ech: z.boolean().nullable(),
  /** Who runs the server, by the sensor's list; null if it is not on it. */
  provider: printable(100).nullable(),
  octets_to_server: count,
  octets_to_client: count,
  looked_up: z.enum(lookedUpStates),
  /** Whether the client's address was cut or is a pseudonym. */
  client_hidden: z.boolean(),
  vlan: z.int().min(0).max(4_095),
});
export type EncryptedFlow = z.infer<typeof encryptedFlowSchema>;

/** The flow bound is the largest number of flows in one batch, and that of characters of one of them. */
export const maxBatchFlows = 16_384;
export const maxFlowCharacters = 8_192;

/** Writes flows as the body of a batch: a line of JSON each. */
export function encodeFlows(flows: readonly EncryptedFlow[]): Buffer {
  return Buffer.from(flows.map((flow) => `${JSON.stringify(flow)}\n`).join(''));
}

/** Flows between two pauses in which others get their turn. */
const flowsPerTurn = 256;

/** Reads the flows of a batch's body. Rejects with a BatchError if one is none. */
export async function decodeFlows(body: Buffer): Promise<EncryptedFlow[]> {
  const flows: EncryptedFlow[] = [];
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf(0x0a, at);
    if (end < 0 || end - at > maxFlowCharacters || flows.length >= maxBatchFlows)
      throw broken(flows.length, 'too long');
    let line: unknown;
    try {
      line = JSON.parse(body.toString('utf8', at, end));
    } catch {
      throw broken(flows.length, 'no JSON');
    }
    const parsed = encryptedFlowSchema.safeParse(line);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw broken(flows.length, `invalid at ${issue?.path.join('.')}: ${issue?.message}`);
    }
    flows.push(parsed.data);
    if (flows.length % flowsPerTurn === 0) await setImmediate();
    at = end + 1;
  }
  return flows;
}

function broken(index: number, what: string): BatchError {
  return new BatchError('malformed_rows', `The batch has a flow that is ${what} (number ${index}).`);
}
