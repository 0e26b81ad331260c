import { z } from 'zod';
import type { DeliverContext } from '../define-sink.ts';
import type { ConnectRequest } from '../outlets.ts';
import { Conversation } from '../wire/conversation.ts';
import { authoritySchema, hostSchema } from './config-parts.ts';

/** The connection shape has the settings that kinds with a protocol of their own have in common. */
export const connectionShape = {
  server_name: hostSchema
    .optional()
    .describe("The name in the receiver's certificate. The default is the host."),
  authority: authoritySchema,
};

/** The certificate secret says what the secret of that authentication is. */
export const certificateSecret = 'the PEM of a client certificate followed by its private key';

/** Makes the schema of a topic or subject in which what is in braces is replaced. */
export function topicSchema(allowed: RegExp, usual: string) {
  return z
    .string()
    .min(1)
    .max(200)
    .refine(
      (text) => allowed.test(text.replaceAll('{stream}', 's').replaceAll('{location}', '1')),
      'must be a topic without wildcards and spaces; only {stream} and {location} may be in braces',
    )
    .default(usual)
    .describe(
      '`{stream}` stands for queries, threats or connections, `{location}` for the number of the location.',
    );
}

export function topicOf(
  template: string,
  { stream, locationId }: { readonly stream: string; readonly locationId: number },
): string {
  return template.replaceAll('{stream}', stream).replaceAll('{location}', String(locationId));
}

interface Connected {
  readonly transport: string;
  readonly authentication: string;
  readonly server_name?: string | undefined;
  readonly authority?: string | undefined;
}

/** Gives what TLS is to know; undefined for a connection without. */
export function tlsOf(config: Connected, secret: string | undefined): ConnectRequest['tls'] {
  if (config.transport === 'tcp') return undefined;
  return {
    serverName: config.server_name,
    authority: config.authority,
    ...(config.authentication === 'certificate' ? { identity: secret } : {}),
  };
}

/** Connects to a receiver as the settings say, through the guard of all outgoing connections. */
export async function conversationWith(
  { host, port }: { readonly host: string; readonly port: number },
  {
    config,
    secret,
    outlets,
    signal,
  }: Pick<DeliverContext<Connected>, 'config' | 'secret' | 'outlets' | 'signal'>,
): Promise<Conversation> {
  const tls = tlsOf(config, secret);
  return new Conversation(
    await outlets.connect({ host, port, ...(tls === undefined ? {} : { tls }) }, signal),
    signal,
  );
}

/** Splits `user:password`. */
export function userAndPassword(secret: string): { user: string; password: string } {
  const colon = secret.indexOf(':');
  return colon < 0
    ? { user: secret, password: '' }
    : { user: secret.slice(0, colon), password: secret.slice(colon + 1) };
}

/** Tells what does not go together. */
export function connectionFault({ transport, authentication }: Connected): string | undefined {
  if (transport === 'tcp' && authentication === 'certificate') return 'a client certificate needs TLS';
  return undefined;
}
