import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { href, segment } from '../../app/router.ts';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Severity } from '../../components/severity.tsx';

type StoryEvent = AnswerOf<'GET /api/v2/history/timeline/{domain}'>['story'][number];

/** Shows what happened to a domain, the latest first. */
export function Story({ events }: { events: readonly StoryEvent[] }) {
  return (
    <ol class="findings">
      {events.toReversed().map((event, index) => (
        <li key={index} class="stack tight">
          <div class="row">
            <Severity severity={event.severity} />
            <strong class="wrap">
              {event.threat_id === null ? (
                <Message of={event} />
              ) : (
                <a href={href(`/threats/${segment(String(event.threat_id))}`)}>
                  <Message of={event} />
                </a>
              )}
            </strong>
          </div>
          <span class="soft">
            <Moment at={event.at} />
          </span>
          {event.kind === 'dns_change' && event.old_value !== null && (
            <del class="wrap">
              <Name name={event.old_value} meaning={false} />
            </del>
          )}
          {event.kind === 'dns_change' && event.new_value !== null && (
            <ins class="wrap">
              <Name name={event.new_value} meaning={false} />
            </ins>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What is told may have names from the network in it. */
function Message({ of: { message } }: { of: StoryEvent }) {
  return <Name name={message} meaning={false} prose />;
}
