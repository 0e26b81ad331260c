import type { ChannelKind } from '@sonde/shared/schemas/notification-channel.ts';
import { alertmanager } from './alertmanager.ts';
import type { DefinedChannelKind } from './define-channel-kind.ts';
import { discord } from './discord.ts';
import { gotify } from './gotify.ts';
import { matrix } from './matrix.ts';
import { ntfy } from './ntfy.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

/** The table has every way to tell of threats over HTTP; mail goes another way. */
export const channelKinds: Readonly<Record<Exclude<ChannelKind, 'email'>, DefinedChannelKind>> = {
  webhook,
  slack,
  teams,
  discord,
  pagerduty,
  opsgenie,
  alertmanager,
  ntfy,
  gotify,
  matrix,
  telegram,
};
