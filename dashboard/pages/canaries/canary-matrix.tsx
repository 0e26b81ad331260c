import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { href } from '../../app/router.ts';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { Panel, TableScroll } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { count } from '../../format/numbers.ts';
import { dateTime } from '../../format/times.ts';
import { texts } from '../../texts/en/protect/canaries.ts';

type Canary = AnswerOf<'GET /api/v1/dns-monitoring/canaries'>['canaries'][number];
type Sensor = Canary['locations'][number]['agents'][number];
type Pattern = Canary['patterns'][number];
/** Where the names of a pattern are asked, if that is one place. */
const zones: Readonly<Partial<Record<Pattern, string>>> = { tunnel: 'example.com', nxdomain: 'example.net' };
const patterns = Object.keys(texts.patterns) as Pattern[];

/** Shows one canary: a row for each sensor, a column for each pattern. */
export function CanaryMatrix({ canary }: { canary: Canary }) {
  const title = `${texts.sent} ${dateTime(canary.created_at)}`;
  return (
    <Panel title={title}>
      <TableScroll label={title}>
        <table class="table">
          <thead>
            <tr>
              <th>{texts.sensor}</th>
              <th>{texts.saw}</th>
              {patterns.map((pattern) => (
                <th key={pattern}>{texts.patterns[pattern]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {canary.locations.flatMap(({ location_name: location, agents }) =>
              agents.map((sensor) => (
                <tr key={sensor.id}>
                  <td>
                    <Name name={sensor.host || sensor.agent_id} meaning={false} />
                    <div class="soft small">{location}</div>
                  </td>
                  <td class={sensor.seen ? '' : 'bad'}>
                    {sensor.seen ? (
                      <a href={href('/queries', rowsOf(canary, sensor))}>
                        {texts.queries(count(sensor.queries))}
                      </a>
                    ) : (
                      texts.notSeen
                    )}
                  </td>
                  {patterns.map((pattern) => (
                    <td key={pattern}>
                      <Outcome canary={canary} sensor={sensor} pattern={pattern} />
                    </td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}

/** What a sensor saw while the canary was under way; names that a pattern asks below everything are below no one name. */
function rowsOf({ id, created_at: from, ends_at: to, patterns: asked }: Canary, sensor: Sensor) {
  const below = asked.flatMap((pattern) => zones[pattern] ?? []).map((zone) => `sonde-canary-${id}.${zone}`);
  const isBelow = asked.every((pattern) => zones[pattern] !== undefined);
  return { agent_id: String(sensor.id), from, to, ...(isBelow ? { suffix: below.join(',') } : {}) };
}

function Outcome({ canary, sensor, pattern }: { canary: Canary; sensor: Sensor; pattern: Pattern }) {
  if (!canary.patterns.includes(pattern)) return <span class="faint">{texts.notAsked}</span>;
  const severity = sensor.caught.find((one) => one.pattern === pattern)?.severity ?? null;
  if (severity !== null) return <Severity severity={severity} />;
  return (
    <span class="bad row">
      <Icon name="close" size={14} /> {texts.missed}
    </span>
  );
}
