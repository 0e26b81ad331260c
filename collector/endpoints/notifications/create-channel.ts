import { idSchema } from '@sonde/shared/schemas/id.ts';
import {
  channelKindSchema,
  digestSchema,
  notificationChannelSchema,
  quietHoursSchema,
} from '@sonde/shared/schemas/notification-channel.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import { act } from '../../domain/people/access/act.ts';
import {
  type CreateChannelPorts,
  createChannel as create,
} from '../../domain/people/notifications/create-channel.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import { presentChannel } from './present-channel.ts';

interface Ports extends CreateChannelPorts {
  readonly audit: Pick<AuditLog, 'record'>;
}

export const createChannel = defineEndpoint({
  method: 'POST',
  path: '/api/v1/notifications/channels',
  summary: 'Be told of threats by webhook, e-mail, chat or pager',
  description:
    'Creates a channel. Each threat with at least the requested severity is sent once, when it is ' +
    'opened or reaches that severity. Webhooks receive JSON, signed by the Standard Webhooks ' +
    'specification (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`). The signing ' +
    'secret is shown only in this answer. Failed deliveries are retried for about a day. The ' +
    'operator of the collector must allow e-mail addresses.',
  family: 'Notifications',
  access: 'authenticated',
  body: z
    .object({
      kind: channelKindSchema,
      target: z
        .string()
        .trim()
        .max(2_000)
        .describe(
          'A URL, an e-mail address or a chat. For webhooks of chat services, the URL from the service. ' +
            'For servers (PagerDuty, Opsgenie, Alertmanager, Gotify), the root URL of their API. For ' +
            'ntfy, the URL of the topic. For Matrix, https://HOMESERVER/!ROOM:SERVER. For Telegram, the ' +
            'id of the chat.',
        )
        .meta({ examples: ['https://hooks.example.com/sonde'] }),
      location_id: idSchema.nullish().describe('Limits the channel to one location. Default: all locations.'),
      secret: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .nullish()
        .describe(
          'The key or token of the receiver, for kinds that need one. It is stored encrypted and never shown.',
        ),
      least_severity: severitySchema.default('medium'),
      threat_types: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(50)
        .nullish()
        .describe('Limits the channel to these threat types. Default: all types.'),
      tells_resolved: z
        .boolean()
        .nullish()
        .describe(
          'Whether to report resolutions too. By default, only PagerDuty, Opsgenie and Alertmanager receive them.',
        ),
      by_case: z
        .boolean()
        .nullish()
        .describe(
          'Whether to send one message per case, when its first threat is found. Another message ' +
            'follows if a more severe threat joins the case. The resolution is sent when no threat of the ' +
            'case is open.',
        ),
      quiet_hours: quietHoursSchema.nullish(),
      digest: digestSchema
        .nullish()
        .describe(
          'Collects the threats of an hour or a day in one message. Critical threats are still sent at ' +
            'once. Not for pagers.',
        ),
      note: z.string().trim().max(2_000).nullish(),
    })
    .refine(({ kind, target }) => kind !== 'webhook' || /^https?:\/\/[^\s/]/i.test(target), {
      path: ['target'],
      message: 'A webhook is an http or https URL.',
    }),
  response: z.object({
    ...notificationChannelSchema.shape,
    secret: z.string().nullable().describe('The secret that signs webhooks, shown only in this answer.'),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
  async run({ caller, body, origin }, ports: Ports) {
    const { channel, secret } = await create(
      caller.accountId,
      {
        kind: body.kind,
        target: body.target,
        locationId: body.location_id ?? null,
        secret: body.secret ?? null,
        leastSeverity: body.least_severity,
        threatTypes: body.threat_types ?? null,
        tellsResolved: body.tells_resolved ?? undefined,
        byCase: body.by_case ?? false,
        quietHours: body.quiet_hours
          ? { from: body.quiet_hours.from, to: body.quiet_hours.to, timeZone: body.quiet_hours.time_zone }
          : null,
        digest: body.digest
          ? { every: body.digest.every, at: body.digest.at, timeZone: body.digest.time_zone }
          : null,
        note: body.note || null,
      },
      ports,
    );
    await ports.audit.record(
      act(caller, origin, {
        action: 'notification_channel_created',
        object: `notification_channel:${channel.id}`,
        details: { kind: channel.kind },
      }),
    );
    return { ...presentChannel(channel), secret };
  },
});
