import { Conflict } from '@sonde/shared/errors.ts';
import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { Channel, ChannelKind, ChannelStore } from '../../../ports/threats/notifications.ts';
import { requireLocation } from '../../traffic/monitoring/require-location.ts';
import { type MailRecipients, readTarget } from './read-target.ts';
import { secretPrefix } from './sign-webhook.ts';

const mostChannels = 50;
const secretBytes = 32;

export interface CreateChannelPorts {
  readonly notificationChannels: Pick<ChannelStore, 'add'>;
  readonly locations: Pick<LocationStore, 'find'>;
  readonly mailRecipients: MailRecipients;
  readonly random: Random;
}

export interface ChannelRequest {
  readonly kind: ChannelKind;
  readonly target: string;
  readonly locationId: number | null;
  readonly leastSeverity: Severity;
  readonly note: string | null;
}

/** Makes a channel, with the secret that its webhooks are signed with: told this once, null for mail. */
export async function createChannel(
  accountId: number,
  request: ChannelRequest,
  ports: CreateChannelPorts,
): Promise<{ channel: Channel; secret: string | null }> {
  const { kind, locationId } = request;
  const target = readTarget(kind, request.target, ports.mailRecipients);
  if (locationId !== null) await requireLocation(accountId, locationId, ports);
  const secret =
    kind === 'webhook' ? secretPrefix + ports.random.bytes(secretBytes).toString('base64') : null;
  const channel = await ports.notificationChannels.add(
    accountId,
    { ...request, target, secret },
    mostChannels,
  );
  if (channel === undefined) throw new Conflict(`An account has at most ${mostChannels} channels.`);
  return { channel, secret };
}
