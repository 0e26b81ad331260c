import type { PolicyRuleEntry } from '@sonde/client/api-types.generated.ts';
import { ratio } from '../../format/numbers.ts';
import { visible } from '../../format/visible-name.ts';
import { texts } from '../../texts/en/protect/policy.ts';

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });

/** Writes what a rule is about: the name, or the network. */
export function aboutOf({ match }: PolicyRuleEntry): string {
  return 'name' in match ? match.name : match.network;
}

/** Writes what a rule has resolvers answer. */
export function answerOf({ action }: PolicyRuleEntry): string {
  return actionWords(action);
}

/** Writes what resolvers answer by an action. */
export function actionWords(action: PolicyRuleEntry['action']): string {
  switch (action.kind) {
    case 'block':
      return texts.blocks[action.answer];
    case 'allow':
      return texts.allow;
    case 'log':
      return texts.log;
    case 'redirect':
      return texts.redirect(visible(action.name));
    case 'redirect_to_addresses':
      return texts.redirect(action.addresses.join(', '));
  }
}

/** Writes what a rule says, each thing under the word for it. */
export function sayingsOf(rule: PolicyRuleEntry): ReadonlyMap<string, string> {
  const { match, schedule, rollout_percent: percent, priority, note } = rule;
  return new Map([
    [texts.columns.about, `${texts.kinds[match.kind]} ${visible(aboutOf(rule))}`],
    [texts.columns.does, answerOf(rule)],
    [texts.columns.rollout, ratio(percent / 100)],
    [texts.priority, String(priority)],
    [texts.schedule, schedule == null ? texts.always : timesOf(schedule)],
    [texts.columns.note, note === null ? texts.noNote : visible(note)],
  ]);
}

function timesOf({ days, from, to, time_zone: zone }: NonNullable<PolicyRuleEntry['schedule']>): string {
  // The first of January 2024 was a Monday, which is day 1.
  const named = days.map((day) => weekday.format(Date.UTC(2024, 0, day)));
  return texts.times(named.join(', '), from, to, zone);
}
