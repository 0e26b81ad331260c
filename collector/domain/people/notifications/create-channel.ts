import { Conflict, InvalidInput } from '@sonde/shared/errors.ts';
import type { ChannelKind } from '@sonde/shared/schemas/notification-channel.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { Channel, ChannelStore, Digest, QuietHours } from '../../../ports/threats/notifications.ts';
import { requireLocation } from '../../traffic/monitoring/require-location.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { secretOf } from './channel-secret.ts';
import { channelKinds } from './kinds/index.ts';
import { type MailRecipients, readTarget } from './read-target.ts';

const mostChannels = 50;

export interface CreateChannelPorts {
  readonly notificationChannels: Pick<ChannelStore, 'add'>;
  readonly locations: Pick<LocationStore, 'find'>;
  readonly mailRecipients: MailRecipients;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly random: Random;
}

export interface ChannelRequest {
  readonly kind: ChannelKind;
  readonly target: string;
  /** The key or token of the receiver. */
  readonly secret: string | null;
  readonly locationId: number | null;
  readonly leastSeverity: Severity;
  readonly threatTypes: readonly string[] | null;
  /** Undefined for what is usual of the kind. */
  readonly tellsResolved: boolean | undefined;
  readonly byCase: boolean;
  readonly quietHours: QuietHours | null;
  readonly digest: Digest | null;
  readonly note: string | null;
}

/** Makes a channel, with the secret that its webhooks are signed with: told this once, null for all others. */
export async function createChannel(
  accountId: number,
  request: ChannelRequest,
  ports: CreateChannelPorts,
): Promise<{ channel: Channel; secret: string | null }> {
  const { kind, locationId } = request;
  const { target, sealed, made } = secretOf(
    kind,
    readTarget(kind, request.target, ports.mailRecipients),
    request.secret,
    ports,
  );
  if (locationId !== null) await requireLocation(accountId, locationId, ports);
  if (request.digest !== null && kind !== 'email' && channelKinds[kind].tellsResolved)
    throw new InvalidInput('digest', `${kind} keeps incidents, which a digest is none of`);
  const usual = kind !== 'email' && channelKinds[kind].tellsResolved;
  const channel = await ports.notificationChannels.add(
    accountId,
    { ...request, target, secret: sealed, tellsResolved: request.tellsResolved ?? usual },
    mostChannels,
  );
  if (channel === undefined) throw new Conflict(`An account has at most ${mostChannels} channels.`);
  return { channel, secret: made };
}
