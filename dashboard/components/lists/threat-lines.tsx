import type { Threat } from '@sonde/client/api-types.generated.ts';
import { href } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { threatType } from '../../texts/en/watch/threat-types.ts';
import { Moment } from '../moment.tsx';
import { Name } from '../name.tsx';
import { Severity } from '../severity.tsx';

/** Shows some threats with the time that each began at, a line for each, that leads to it. */
export function ThreatLines({ threats }: { threats: readonly Threat[] }) {
  return (
    <ul class="lines">
      {threats.map(({ id, severity, subject, threat_type: type, first_seen: at }) => (
        <li key={id}>
          <a href={href(`/threats/${id}`, carried())}>
            <Severity severity={severity} />
            <span class="cut">
              <Name name={subject} />
            </span>
            <span class="soft small">
              {threatType(type)} · <Moment at={at} relative />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
