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
    'Each threat that is at least as severe as asked for is told once, when it is opened or grows to that. Webhooks are ' +
    'posted as JSON and signed after the Standard Webhooks specification (headers `webhook-id`, `webhook-timestamp`, ' +
    '`webhook-signature`); the secret is shown this once. What fails is tried again for about a day. E-mail goes to ' +
    "addresses that the collector's operator has allowed.",
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
          'A URL, an e-mail address, or a chat: for webhooks of chats the URL that they give, for servers (PagerDuty, Opsgenie, ' +
            "Alertmanager, Gotify) the root of their API, for ntfy a topic's URL, for Matrix https://HOMESERVER/!ROOM:SERVER, for Telegram a chat's id.",
        )
        .meta({ examples: ['https://hooks.example.com/sonde'] }),
      location_id: idSchema.nullish().describe('One location instead of all.'),
      secret: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .nullish()
        .describe(
          'The key or token of the receiver, for the kinds that have one. It is kept encrypted and never shown.',
        ),
      least_severity: severitySchema.default('medium'),
      threat_types: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(50)
        .nullish()
        .describe('These types alone; all unless said.'),
      tells_resolved: z
        .boolean()
        .nullish()
        .describe(
          'Whether resolutions are told too: by default of PagerDuty, Opsgenie and Alertmanager alone.',
        ),
      by_case: z
        .boolean()
        .nullish()
        .describe(
          'Threats of one case are told once, when the first is found, and again only if a worse one joins; the end when none of it is open.',
        ),
      quiet_hours: quietHoursSchema.nullish(),
      digest: digestSchema
        .nullish()
        .describe(
          'All threats of an hour or a day in one message; critical ones at once all the same. Not of pagers.',
        ),
      note: z.string().trim().max(2_000).nullish(),
    })
    .refine(({ kind, target }) => kind !== 'webhook' || /^https?:\/\/[^\s/]/i.test(target), {
      path: ['target'],
      message: 'A webhook is an http or https URL.',
    }),
  response: z.object({
    ...notificationChannelSchema.shape,
    secret: z.string().nullable().describe('What webhooks are signed with, shown this once.'),
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
